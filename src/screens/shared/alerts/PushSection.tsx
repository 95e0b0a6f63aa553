import { useEffect, useState } from 'react';
import { Section } from '../../../components/Section.tsx';
import { Switch } from '../../../components/Switch.tsx';
import { showRefusal } from '../../../components/show-refusal.ts';
import { showToast } from '../../../components/toast-store.ts';
import { useSignals } from '../../../components/use-signals.ts';
import { type TextKey, useTranslation } from '../../../i18n/use-translation.ts';
import { useLoaded } from '../../../state/ask.ts';
import {
  choosePush,
  loadPushSettings,
  lookAtPush,
  type PushChoice,
  type PushState,
  pushState,
  switchPush,
} from '../../../state/push.ts';
import styles from './AlertSheet.module.css';

const KINDS = {
  priceAlerts: 'push.price_alerts',
  fills: 'push.fills',
  stopOuts: 'push.stop_outs',
  marginCalls: 'push.margin_calls',
} as const satisfies Record<PushChoice, TextKey>;

interface PushSectionProps {
  /** Shows only the switch of this device, without the account's kinds of notifications. */
  readonly isBrief?: boolean;
}

/** Notifications while the app is closed: the switch of this device, and one for each kind. */
export function PushSection({ isBrief = false }: PushSectionProps) {
  useSignals();
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const state = pushState.value;
  useEffect(() => void lookAtPush(), []);
  const toggle = async (isOn: boolean): Promise<void> => {
    if (busy) return;
    setBusy(true);
    const isDone = await switchPush(isOn);
    setBusy(false);
    if (!isDone) showToast(t('push.failed'), 'error');
  };
  const reason = reasonOf(state);
  return (
    <div className={styles.push}>
      <Section title={t('push.title')}>
        {reason === undefined ? (
          <Switch
            label={t('push.switch')}
            hint={t('push.hint')}
            checked={state.status === 'on'}
            onChange={(isOn) => void toggle(isOn)}
          />
        ) : (
          <p className={`soft ${styles.reason}`} role="status">
            {t(reason)}
          </p>
        )}
        {state.status === 'on' && !isBrief && <Kinds />}
      </Section>
    </div>
  );
}

function reasonOf(state: PushState): TextKey | undefined {
  if (state.status === 'denied') return 'push.denied';
  if (state.status !== 'unsupported') return undefined;
  return state.why === 'when-installed' ? 'push.install' : 'push.unsupported';
}

/** The same on all devices of the account. */
function Kinds() {
  const { t } = useTranslation();
  const { loaded, put } = useLoaded(loadPushSettings);
  if (loaded.status !== 'ready') return null;
  const choose = async (kind: PushChoice, isOn: boolean): Promise<void> => {
    const before = loaded.value;
    put({ ...before, [kind]: isOn });
    const answer = await choosePush(kind, isOn);
    put(answer.ok ? answer.value : before);
    if (!answer.ok) showRefusal(t, answer.error);
  };
  return (
    <>
      {(Object.keys(KINDS) as PushChoice[]).map((kind) => (
        <Switch
          key={kind}
          label={t(KINDS[kind])}
          checked={loaded.value[kind]}
          onChange={(isOn) => void choose(kind, isOn)}
        />
      ))}
    </>
  );
}
