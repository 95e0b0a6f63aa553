import { EmptyState } from '../../components/EmptyState.tsx';
import type { IconSource } from '../../components/icons.ts';
import { LinkButton } from '../../components/LinkButton.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';

/** The operator takes no deposits of this kind: customer service knows how else to pay. */
export function NoChannel({ icon }: { readonly icon: IconSource }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={icon}
      title={t('charge.no_channel')}
      action={
        <LinkButton href="/mine/chat" variant="primary">
          {t('chat.title')}
        </LinkButton>
      }
    />
  );
}
