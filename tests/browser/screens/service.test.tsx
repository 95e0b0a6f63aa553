import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { NoChannel } from '../../../src/screens/Charge/NoChannel.tsx';
import { UserScreen } from '../../../src/screens/User/UserScreen.tsx';
import { baseData } from '../../../src/state/market.ts';
import * as script from '../scripted/script.ts';
import { askScene } from './ask-scene.tsx';

const scene = askScene();

async function show(
  serviceLinkType: number,
  serviceLink: string,
  screen: ReactNode = <UserScreen />,
): Promise<void> {
  script.put('baseData', { serviceLink, serviceLinkType, verifyRegType: 1, feeType: 2, areas: [] });
  await vi.waitUntil(
    () => baseData.value?.serviceLinkType === serviceLinkType && baseData.value.serviceLink === serviceLink,
  );
  scene.show('/user', screen, {});
}

// spec: 3.8
it.each([
  [3, 'http://help.example.com/chat'],
  [3, 'help.example.com'],
  [2, 'https://t.me/help'],
])(
  'the row of the service of kind %i offers to copy the link %s, which it cannot open',
  async (serviceLinkType, serviceLink) => {
    await show(serviceLinkType, serviceLink);
    await page.getByRole('button', { name: 'Customer service' }).click();
    await expect.element(page.getByRole('alertdialog').getByText(serviceLink)).toBeVisible();
  },
);

it.each([1, 2, 3])(
  'without a link the row of the service of kind %i opens the chat',
  async (serviceLinkType) => {
    await show(serviceLinkType, '');
    await expect
      .element(page.getByRole('link', { name: /^Customer service/ }))
      .toHaveAttribute('href', '/mine/chat');
  },
);

// spec: 5.12
it('where no deposit is taken the app says so, and offers the same service', async () => {
  const service = page.getByRole('button', { name: 'Customer service' });
  await show(2, 'https://t.me/help', <NoChannel icon="inbox" />);
  await expect.element(page.getByText(/^There is no payment channel/)).toBeVisible();
  await service.click();
  await expect.element(page.getByRole('alertdialog').getByText('https://t.me/help')).toBeVisible();
  scene.clear();
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  await show(3, 'https://help.example.com/chat', <NoChannel icon="inbox" />);
  await service.click();
  expect(opened.mock.calls[0]?.[0]).toBe('https://help.example.com/chat');
  opened.mockRestore();
  scene.clear();
  await show(1, '', <NoChannel icon="inbox" />);
  await expect
    .element(page.getByRole('link', { name: 'Customer service' }))
    .toHaveAttribute('href', '/mine/chat');
});
