import { useSignals } from '@preact/signals-react/runtime';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { WireChatMessage } from '../../../shared/contract/wire-content.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { Page } from '../../components/Page.tsx';
import { showToast } from '../../components/toast-store.ts';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask } from '../../state/ask.ts';
import { chatMessages, markChatRead } from '../../state/chat.ts';
import { Bubble } from './Bubble.tsx';
import styles from './ChatScreen.module.css';
import { Composer } from './Composer.tsx';
import { useOutgoing } from './use-outgoing.ts';

/** How many the server answers with at once; fewer means that there are no older ones. */
const PAGE = 30;

/** `/mine/chat`: the conversation with customer service, live. */
export function ChatScreen() {
  useSignals();
  const { t } = useTranslation();
  const live = chatMessages.value;
  const older = useOlder();
  const messages = older.list.concat(live.filter(({ id }) => older.list.every((one) => one.id !== id)));
  const outgoing = useOutgoing();
  const end = useRef<HTMLDivElement>(null);
  const newest = messages.at(-1)?.id;
  const waiting = outgoing.list.length;
  useLayoutEffect(() => {
    if (newest !== undefined || waiting > 0) end.current?.scrollIntoView({ block: 'end' });
  }, [newest, waiting]);
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
        {messages.length === 0 && waiting === 0 && (
          <EmptyState icon={MORE_ICONS.chat} title={t('chat.empty')} text={t('chat.empty_text')} />
        )}
        {messages.map((message) => (
          <Bubble key={message.id} message={message} />
        ))}
        {outgoing.list.map((one) => (
          <Bubble
            key={one.cid}
            message={one.message}
            state={one.state}
            onRetry={() => outgoing.retry(one.cid)}
          />
        ))}
        <div ref={end} className={styles.end} />
      </div>
      <Composer onText={outgoing.sendText} onImage={outgoing.sendImage} />
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
