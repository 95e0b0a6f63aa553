import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import type { IconSource } from '../../components/icons.ts';
import { LinkButton } from '../../components/LinkButton.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useService } from '../shared/use-service.tsx';

/** The operator takes no deposits of this kind: customer service knows how else to pay. */
export function NoChannel({ icon }: { readonly icon: IconSource }) {
  const { t } = useTranslation();
  const { href, open, dialog } = useService();
  const title = t('chat.title');
  const action =
    href === undefined ? (
      <Button variant="primary" onClick={open}>
        {title}
      </Button>
    ) : (
      <LinkButton href={href} variant="primary">
        {title}
      </LinkButton>
    );
  return (
    <>
      <EmptyState icon={icon} title={t('charge.no_channel')} action={action} />
      {dialog}
    </>
  );
}
