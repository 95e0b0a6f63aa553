interface ApplyStored {
  /** Applies what this process has stored. If that fails, others are told all the same, and the next `step` reads it again. */
  apply(how: () => Promise<void>): Promise<void>;
  step(): void;
}

/** @param tell tells other processes that something is stored */
export function createApplyStored(readAgain: () => Promise<void>, tell: () => void): ApplyStored {
  let isUnread = false;
  return {
    async apply(how) {
      try {
        await how();
      } catch (error) {
        isUnread = true;
        throw error;
      } finally {
        tell();
      }
    },
    step() {
      if (!isUnread) return;
      isUnread = false;
      // The store itself reports that it is out of reach.
      readAgain().catch(() => {
        isUnread = true;
      });
    },
  };
}
