import { computed, type ReadonlySignal, signal } from '@preact/signals-react';

const count = signal(0);

/** Whether a call with a loading indicator is under way. */
export const isBusy: ReadonlySignal<boolean> = computed(() => count.value > 0);

/** Shows the loading indicator until `work` settles. */
export async function withIndicator<T>(work: Promise<T>): Promise<T> {
  count.value++;
  try {
    return await work;
  } finally {
    count.value--;
  }
}
