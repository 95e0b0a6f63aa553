import { signal } from '@preact/signals-react';
import { type ComponentType, useEffect, useState } from 'react';
import { Button } from '../components/Button.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import styles from './LaterPart.module.css';

interface LaterPartProps<P> {
  /** Must stay the same function. */
  readonly load: () => Promise<ComponentType<P>>;
  readonly props: P;
}

/** One tap retries all that failed: their messages lie upon each other. */
const retries = signal(0);

/** A part of the chart whose code is loaded for it. Without its code the chart stays, and says what is missing. */
export function LaterPart<P extends object>({ load, props }: LaterPartProps<P>) {
  const { t } = useTranslation();
  const [part, setPart] = useState<{ readonly Part: ComponentType<P> | undefined }>();
  useEffect(() => {
    let [isLoaded, isGone] = [false, false];
    const take = (Part?: ComponentType<P>) => {
      isLoaded = Part !== undefined;
      if (!isGone) setPart({ Part });
    };
    const stop = retries.subscribe(() => {
      if (!isLoaded) load().then(take, () => take());
    });
    return () => {
      isGone = true;
      stop();
    };
  }, [load]);
  if (!part) return null;
  if (part.Part) return <part.Part {...props} />;
  return (
    <p className={styles.failed} role="alert" dir={document.documentElement.dir}>
      {t('chart.part_failed')}
      <Button
        variant="quiet"
        onClick={() => {
          retries.value++;
        }}
      >
        {t('public.retry')}
      </Button>
    </p>
  );
}
