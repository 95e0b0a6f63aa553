import type { WireChatMessage } from '../../../shared/contract/wire-content.ts';
import { Button } from '../../components/Button.tsx';
import { formatTime } from '../../format/date.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './Bubble.module.css';

interface BubbleProps {
  readonly message: WireChatMessage;
  /** Of a message that the server does not have yet. */
  readonly state?: 'sending' | 'failed' | undefined;
  /** Why the server would not have it. */
  readonly reason?: string | undefined;
  readonly onRetry?: (() => void) | undefined;
}

/** One message, the reader's own at the end side. */
export function Bubble({ message, state, reason, onRetry }: BubbleProps) {
  const { t } = useTranslation();
  const own = message.from === 'user';
  return (
    <div className={styles.bubble} data-own={own || undefined} data-state={state}>
      <span className="visually-hidden">{t(own ? 'chat.from_you' : 'chat.from_service')}</span>
      {message.text !== '' && (
        <p className={styles.text} dir="auto">
          {message.text}
        </p>
      )}
      {message.image !== '' && (
        <a className={styles.picture} href={message.image} target="_blank" rel="noreferrer">
          <img src={message.image} alt={t('chat.picture')} />
        </a>
      )}
      <p className={styles.note}>
        {state === undefined ? formatTime(Date.parse(message.created_at)) : t(`chat.${state}`)}
        {own && state === undefined && ` · ${t('chat.delivered')}`}
        {reason !== undefined && ` · ${reason}`}
      </p>
      {state === 'failed' && (
        <Button variant="quiet" size="s" onClick={onRetry}>
          {t('public.retry')}
        </Button>
      )}
    </div>
  );
}
