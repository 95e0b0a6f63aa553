import type { ComponentProps } from 'react';
import { ListRow } from '../../components/ListRow.tsx';
import { showToast } from '../../components/toast-store.ts';
import { useSignals } from '../../components/useSignals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isDemo } from '../../state/session.ts';

type RealRowProps = Pick<ComponentProps<typeof ListRow>, 'icon' | 'title'> & { readonly href: string };

/** A way that demo accounts are told they can't go; specification, section 6. */
export function RealRow({ icon, title, href }: RealRowProps) {
  useSignals();
  const { t } = useTranslation();
  if (!isDemo.value) return <ListRow icon={icon} title={title} href={href} />;
  return <ListRow icon={icon} title={title} onClick={() => showToast(t('user.only_true_account'))} />;
}
