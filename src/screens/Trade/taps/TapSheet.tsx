import { memo, useEffect, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { InfiniteList } from '../../../components/InfiniteList.tsx';
import { Sheet } from '../../../components/Modal.tsx';
import { Switch } from '../../../components/Switch.tsx';
import { useSignals } from '../../../components/use-signals.ts';
import { formatTime } from '../../../format/date.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { clearOrderTaps, type OrderTap, orderTaps } from '../../../state/order-taps.ts';
import { useOneTap } from '../../shared/use-one-tap.tsx';
import styles from './TapSheet.module.css';
import { askedText, fateText, isTrouble, progressText } from './tap-text.ts';

interface TapSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** What became of every tap, newest first, and the switch that ends one-tap trading. */
export function TapSheet({ open, onClose }: TapSheetProps) {
  const { t } = useTranslation();
  const { isOn, toggle, question } = useOneTap();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('settings.one_tap')}
      footer={
        <>
          <Button variant="quiet" wide onClick={clearOrderTaps}>
            {t('taps.clear')}
          </Button>
          <Button variant="quiet" wide onClick={onClose}>
            {t('public.close')}
          </Button>
        </>
      }
    >
      <Switch
        checked={isOn}
        onChange={toggle}
        label={t('settings.one_tap')}
        hint={t('settings.one_tap_hint')}
      />
      <Taps />
      {question}
    </Sheet>
  );
}

/** Rows added at a time. */
const SLICE = 30;

/** A component of its own: it follows the taps only while the sheet is open. */
function Taps() {
  useSignals();
  const { t } = useTranslation();
  const [shown, setShown] = useState(SLICE);
  const taps = orderTaps.value;
  useEffect(() => keepFocus, []);
  return (
    <>
      <p className={`strong ${styles.sum}`}>{progressText(t, taps)}</p>
      <InfiniteList
        items={taps.slice(0, shown)}
        loading={false}
        done={shown >= taps.length}
        quiet
        onEnd={() => setShown(shown + SLICE)}
        empty={<p className={`faint ${styles.sum}`}>{t('taps.empty')}</p>}
        renderItem={(tap) => <TapRow key={tap.cid} tap={tap} />}
      />
    </>
  );
}

/** What has opened the sheet may be gone when it closes: then the switch of one-tap trading has the focus. */
function keepFocus(): void {
  if (document.activeElement === document.body) document.querySelector<HTMLElement>('[data-bolt]')?.focus();
}

const TapRow = memo(function TapRow({ tap }: { readonly tap: OrderTap }) {
  const { t } = useTranslation();
  return (
    <article className={`entry ${styles.row}`} data-fate={tap.fate.status}>
      <p className="ends">
        <span className="strong">{askedText(t, tap)}</span>
        <span className="tiny" translate="no">
          {formatTime(tap.atMs)}
        </span>
      </p>
      <p className={isTrouble(tap) ? 'warning' : 'soft'}>{fateText(t, tap)}</p>
    </article>
  );
});
