const TICK_MS = 8;
const PAUSE_MS = 40;

/** A short tick in the hand where the device has it; a double one for something that was not done. */
export function haptic(kind: 'tick' | 'double'): void {
  if (!('vibrate' in navigator)) return;
  navigator.vibrate(kind === 'tick' ? TICK_MS : [TICK_MS, PAUSE_MS, TICK_MS]);
}
