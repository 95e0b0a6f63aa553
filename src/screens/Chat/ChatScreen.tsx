import {
  type ChangeEvent,
  type FormEvent,
  Fragment,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { ChatMessage } from '../../../shared/contract/chat.ts';
import { Button, IconButton } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { Page } from '../../components/Page.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { showRefusal } from '../../components/show-refusal.ts';
import { useSignals } from '../../components/use-signals.ts';
import { Value } from '../../components/Value.tsx';
import { formatTime } from '../../format/date.ts';
import { startOfDay } from '../../format/day.ts';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask } from '../../state/ask.ts';
import {
  chatDraft,
  chatKnown,
  chatMessages,
  markChatRead,
  outgoing,
  say,
  sayAgain,
  sayPicture,
  uploadedPart,
} from '../../state/chat.ts';
import { deviceNow } from '../../state/now.ts';
import { dayName } from '../shared/day-name.ts';
import styles from './ChatScreen.module.css';

/** Messages in a page of the server; a shorter page is the oldest one. */
const PAGE = 30;

/** `/mine/chat`: the live conversation with customer service. */
export function ChatScreen() {
  useSignals();
  const { t } = useTranslation();
  const live = chatMessages.value;
  const older = useOlder();
  const messages = older.list.concat(live.filter(({ id }) => older.list.every((one) => one.id !== id)));
  const end = useRef<HTMLDivElement>(null);
  const newest = messages.at(-1)?.id;
  const lastSent = outgoing.value.at(-1)?.cid;
  const hasShown = useRef(false);
  useLayoutEffect(() => {
    if (newest === undefined || end.current === null) return;
    // Do not scroll while the user reads older messages.
    const isNear = end.current.getBoundingClientRect().top < innerHeight * 1.5;
    if (isNear || !hasShown.current) end.current.scrollIntoView({ block: 'end' });
    hasShown.current = true;
  }, [newest]);
  useLayoutEffect(() => {
    if (lastSent !== undefined) end.current?.scrollIntoView({ block: 'end' });
  }, [lastSent]);
  useEffect(() => {
    if (newest !== undefined) markChatRead();
  }, [newest]);
  return (
    <Page title={t('chat.title')} back>
      <div className={styles.log} role="log" aria-label={t('chat.title')}>
        {older.mayHaveMore(messages) && (
          <Button variant="quiet" size="s" busy={older.busy} onClick={() => void older.load(messages)}>
            {t('chat.older')}
          </Button>
        )}
        {!chatKnown.value && <Skeleton height={56} />}
        {chatKnown.value && messages.length === 0 && lastSent === undefined && (
          <EmptyState icon={MORE_ICONS.chat} title={t('chat.empty')} text={t('chat.empty_text')} />
        )}
        {messages.map((message, at) => (
          <Fragment key={message.id}>
            <DayHead day={dayOf(message)} before={dayOf(messages[at - 1])} />
            <Bubble message={message} />
          </Fragment>
        ))}
        {lastSent !== undefined && <DayHead day={startOfDay(deviceNow())} before={dayOf(messages.at(-1))} />}
        {outgoing.value.map(({ cid, message, error }) => (
          <Bubble
            key={cid}
            message={message}
            state={error === undefined ? 'sending' : 'failed'}
            reason={error && error.code > 0 ? refusalText(t, error) : undefined}
            onRetry={() => sayAgain(cid)}
          />
        ))}
        <div ref={end} className={styles.end} />
      </div>
      <Composer />
    </Page>
  );
}

/** Messages older than the live ones, loaded on demand. */
function useOlder() {
  const { t } = useTranslation();
  const [list, setList] = useState<readonly ChatMessage[]>([]);
  const [done, setDone] = useState(false);
  const [busy, setBusy] = useState(false);
  const load = useCallback(
    async (messages: readonly ChatMessage[]): Promise<void> => {
      const before = messages[0]?.id;
      if (before === undefined) return;
      setBusy(true);
      const answer = await ask('getChat', { before });
      setBusy(false);
      if (!answer.ok) return showRefusal(t, answer.error);
      setList((now) => [...answer.value.list, ...now]);
      if (answer.value.list.length < PAGE) setDone(true);
    },
    [t],
  );
  return {
    list,
    busy,
    load,
    mayHaveMore: (messages: readonly ChatMessage[]) => !done && messages.length >= PAGE,
  };
}

const dayOf = (message: ChatMessage | undefined): number | undefined =>
  message && startOfDay(Date.parse(message.createdAt));

interface DayHeadProps {
  readonly day: number | undefined;
  /** That of the message before. */
  readonly before: number | undefined;
}

/** Names a day above its first message. */
function DayHead({ day, before }: DayHeadProps) {
  const { t } = useTranslation();
  if (day === undefined || day === before) return null;
  return <h2 className={`tiny ${styles.day}`}>{dayName(t, day)}</h2>;
}

interface BubbleProps {
  readonly message: ChatMessage;
  /** State of a message that the server has not confirmed. */
  readonly state?: 'sending' | 'failed' | undefined;
  /** Why the server refused it. */
  readonly reason?: string | undefined;
  readonly onRetry?: (() => void) | undefined;
}

/** One message; the user's own are aligned at the end. */
function Bubble({ message, state, reason, onRetry }: BubbleProps) {
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
      <p className={`tiny ${styles.note}`}>
        {state === undefined ? (
          <Value>{formatTime(Date.parse(message.createdAt))}</Value>
        ) : (
          t(`chat.${state}`)
        )}
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

const MAX_LENGTH = 2_000;

/** The input of messages. Its text is kept when the user leaves the screen. */
function Composer() {
  useSignals();
  const { t } = useTranslation();
  const [text, setText] = useState(chatDraft.read);
  const part = uploadedPart.value;
  const write = (next: string): void => {
    setText(next);
    chatDraft.write(next);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const words = text.trim();
    if (words === '') return;
    write('');
    say({ text: words });
  };
  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    const [picture] = event.target.files ?? [];
    event.target.value = '';
    if (picture !== undefined) sayPicture(picture, (error) => showRefusal(t, error));
  };
  return (
    <form className={styles.bar} onSubmit={submit}>
      <label className={styles.file}>
        <span className="visually-hidden">{t('chat.add_picture')}</span>
        <input type="file" accept="image/*" onChange={choose} />
        <Icon name={MORE_ICONS.image} />
      </label>
      <input
        className={styles.input}
        aria-label={t('chat.message')}
        placeholder={t('chat.message')}
        enterKeyHint="send"
        maxLength={MAX_LENGTH}
        dir="auto"
        value={text}
        onChange={(event) => write(event.target.value)}
      />
      <IconButton icon={MORE_ICONS.send} label={t('chat.send')} type="submit" />
      {part !== undefined && (
        <progress className={styles.progress} aria-label={t('form.sending')} value={part} max={1} />
      )}
    </form>
  );
}
