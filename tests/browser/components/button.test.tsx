import { expect, it } from 'vitest';
import { Button } from '../../../src/components/Button.tsx';
import { only, render } from './render.tsx';

it('a button keeps what is said about it, and ignores taps while it is busy', async () => {
  let taps = 0;
  const button = (busy: boolean) => (
    <Button variant="quiet" busy={busy} aria-expanded={false} aria-haspopup="dialog" onClick={() => taps++}>
      Filter
    </Button>
  );
  const view = await render(button(false));
  const attribute = (name: string) => only('button').getAttribute(name);
  expect(['type', 'aria-expanded', 'aria-haspopup', 'aria-busy'].map(attribute)).toEqual([
    'button',
    'false',
    'dialog',
    null,
  ]);
  only('button').click();
  view.show(button(true));
  only('button').click();
  expect([attribute('aria-busy'), taps]).toEqual(['true', 1]);
});
