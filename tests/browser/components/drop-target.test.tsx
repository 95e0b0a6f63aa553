import { afterEach, expect, it, vi } from 'vitest';
import { DropTarget } from '../../../src/app/diagnostics/DropTarget.tsx';
import { toasts } from '../../../src/components/toast-store.ts';
import { fakeTimers, pass, render } from './render.tsx';

afterEach(() => {
  vi.useRealTimers();
});

const drag = (type: string): void => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([''], 'report.jsonl'));
  document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
};

it('says that a file can be dropped for as long as it is over the page, whichever elements it leaves', async () => {
  await render(<DropTarget />);
  fakeTimers();
  drag('dragover');
  const [said] = toasts.value;
  expect(said?.text).toContain('Drop');
  // The slowest browser; older Safari does not say where to a file leaves an element.
  for (let i = 0; i < 4; i++) {
    drag('dragleave');
    expect(toasts.value).toEqual([said]);
    pass(550);
    drag('dragover');
  }
  expect(toasts.value).toEqual([said]);
  drag('dragleave');
  pass(1_000);
  expect(toasts.value).toEqual([]);
});
