import { useCallback, useEffect, useRef, useState } from 'react';
import type { WireChatMessage } from '../../../shared/contract/wire-content.ts';
import { showToast } from '../../components/toast-store.ts';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask, newCid } from '../../state/ask.ts';
import { learn } from '../../state/chat.ts';

type Content = { readonly text: string } | { readonly image: string };

export interface Outgoing {
  readonly cid: string;
  readonly message: WireChatMessage;
  readonly state: 'sending' | 'failed';
  readonly content: Content;
}

/**
 * What was said and is not in the conversation yet. A message keeps its `cid` through every try, so that it is said once;
 * it leaves this list when the server's own copy of it is here.
 */
export function useOutgoing() {
  const { t } = useTranslation();
  const [list, setList] = useState<readonly Outgoing[]>([]);
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  });
  const mark = useCallback(
    (cid: string, state: Outgoing['state']): void =>
      setList((all) => all.map((one) => (one.cid === cid ? { ...one, state } : one))),
    [],
  );

  const send = useCallback(
    async (cid: string, content: Content): Promise<void> => {
      const answer = await ask('sendChat', { ...content, cid });
      if (answer.ok) {
        learn([answer.value]);
        setList((all) => all.filter((one) => one.cid !== cid));
        return;
      }
      showToast(refusalText(t, answer.error), 'error');
      mark(cid, 'failed');
    },
    [t, mark],
  );
  const begin = useCallback(
    (content: Content): void => {
      const cid = newCid();
      setList((all) => [...all, { cid, content, state: 'sending', message: pending(content) }]);
      void send(cid, content);
    },
    [send],
  );
  return {
    list,
    sendText: useCallback((text: string) => begin({ text }), [begin]),
    sendImage: useCallback((image: string) => begin({ image }), [begin]),
    retry: useCallback(
      (cid: string) => {
        const one = latest.current.find((waiting) => waiting.cid === cid);
        if (one === undefined) return;
        mark(cid, 'sending');
        void send(cid, one.content);
      },
      [send, mark],
    ),
  };
}

const pending = (content: Content): WireChatMessage => ({
  id: 0,
  from: 'user',
  text: 'text' in content ? content.text : '',
  image: 'image' in content ? content.image : '',
  created_at: '',
});
