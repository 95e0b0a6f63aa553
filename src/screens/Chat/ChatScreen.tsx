import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { WireChatMessage } from '../../../shared/contract/wire-content.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { Page } from '../../components/Page.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { showToast } from '../../components/toast-store.ts';
import { useSignals } from '../../components/useSignals.ts';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask } from '../../state/ask.ts';
import { chatKnown, chatMessages, markChatRead } from '../../state/chat.ts';
import { outgoing, say, sayAgain } from '../../state/chat-outgoing.ts';
import { Bubble } from './Bubble.tsx';
import styles from './ChatScreen.module.css';
import { Composer } from './Composer.tsx';

/** How many the server answers with at once; fewer means that there are no older ones. */
const PAGE = 30;

/** `/mine/chat`: the conversation with customer service, live. */
export function ChatScreen() {
  useSignals();
  const { t } = useTranslation();
  const live = chatMessages.value;
  const older = useOlder();
  const messages = older.list.concat(live.filter(({ id }) => older.list.every((one) => one.id !== id)));
  const end = useRef<HTMLDivElement>(null);
  const newest = messages.at(-1)?.id;
  const said = outgoing.value.at(-1)?.cid;
  const hasShown = useRef(false);
  useLayoutEffect(() => {
    if (newest === undefined || end.current === null) return;
    // Who reads further up is left there.
    const isNear = end.current.getBoundingClientRect().top < innerHeight * 1.5;
    if (isNear || !hasShown.current) end.current.scrollIntoView({ block: 'end' });
    hasShown.current = true;
  }, [newest]);
  useLayoutEffect(() => {
    if (said !== undefined) end.current?.scrollIntoView({ block: 'end' });
  }, [said]);
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
        {chatKnown.value && messages.length === 0 && said === undefined && (
          <EmptyState icon={MORE_ICONS.chat} title={t('chat.empty')} text={t('chat.empty_text')} />
        )}
        {messages.map((message) => (
          <Bubble key={message.id} message={message} />
        ))}
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
      <Composer onText={(text) => say({ text })} onImage={(image) => say({ image })} />
    </Page>
  );
}

/** Messages from before the live ones, asked for by the reader. */
function useOlder() {
  const { t } = useTranslation();
  const [list, setList] = useState<readonly WireChatMessage[]>([]);
  const [done, setDone] = useState(false);
  const [busy, setBusy] = useState(false);
  const load = useCallback(
    async (messages: readonly WireChatMessage[]): Promise<void> => {
      const before = messages[0]?.id;
      if (before === undefined) return;
      setBusy(true);
      const answer = await ask('getChat', { before });
      setBusy(false);
      if (!answer.ok) return showToast(refusalText(t, answer.error), 'error');
      setList((now) => [...answer.value.list, ...now]);
      if (answer.value.list.length < PAGE) setDone(true);
    },
    [t],
  );
  return {
    list,
    busy,
    load,
    mayHaveMore: (messages: readonly WireChatMessage[]) => !done && messages.length >= PAGE,
  };
}
