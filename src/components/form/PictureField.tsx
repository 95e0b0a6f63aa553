import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import type { UploadState } from '../../../shared/bridge/worker-api.ts';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button, IconButton } from '../Button.tsx';
import { Icon } from '../Icon.tsx';
import { MORE_ICONS } from '../more-icons.ts';
import { Field } from './FormField.tsx';
import styles from './PictureField.module.css';

interface PictureFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** The server's URL of the picture; empty without a picture. */
  readonly value: string;
  readonly onChange: (url: string) => void;
  /** Uploads a file and reports the progress; returns a cancel function. */
  readonly upload: (file: File, report: (state: UploadState) => void) => () => void;
}

/** A picture from the camera or a file: shown at once, uploaded with progress, with a retry button after a failure. */
export function PictureField(props: PictureFieldProps) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File>();
  const [state, setState] = useState<UploadState>();
  const giveUp = useRef(() => {});
  // The URL of a kept draft may have expired; the picture still exists.
  const [broken, setBroken] = useState('');
  const kept = props.value === '' || props.value === broken ? undefined : props.value;
  const preview = usePreview(file) ?? kept;
  useEffect(() => () => giveUp.current(), []);

  const send = (picture: File): void => {
    giveUp.current();
    setFile(picture);
    // The form must not submit the old picture while the new one is uploaded.
    if (props.value !== '') props.onChange('');
    giveUp.current = props.upload(picture, (next) => {
      setState(next);
      if (next.status === 'done') props.onChange(next.url);
    });
  };
  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    const [picture] = event.target.files ?? [];
    // Choosing the same file again must fire a change event.
    event.target.value = '';
    if (picture) send(picture);
  };
  const remove = (): void => {
    giveUp.current();
    setFile(undefined);
    setState(undefined);
    props.onChange('');
  };
  const failed = state?.status === 'failed' ? refusalText(t, state.error) : undefined;
  const note = failed ?? props.error;
  return (
    <div className={styles.field}>
      <Field label={props.label} error={note}>
        {(id, describedBy) => (
          <div className={styles.frame} data-invalid={note !== undefined || undefined}>
            {preview === undefined ? (
              <span className={`faint ${styles.empty}`} aria-hidden="true">
                <Icon name={MORE_ICONS.camera} size={28} />
                {props.value === '' ? props.hint : t('form.picture_kept')}
              </span>
            ) : (
              <img className={styles.picture} src={preview} alt="" onError={() => setBroken(props.value)} />
            )}
            <input
              id={id}
              className={styles.input}
              name={props.name}
              type="file"
              accept="image/*"
              aria-invalid={note !== undefined || undefined}
              aria-describedby={describedBy}
              onChange={choose}
            />
            {(preview !== undefined || props.value !== '') && (
              <span className={styles.remove}>
                <IconButton icon="close" label={t('form.remove_picture')} onClick={remove} />
              </span>
            )}
            {state?.status === 'sending' && (
              <progress
                className={styles.progress}
                aria-label={t('form.sending')}
                value={state.part}
                max={1}
              />
            )}
          </div>
        )}
      </Field>
      {failed !== undefined && file !== undefined && (
        <Button variant="quiet" size="s" onClick={() => send(file)}>
          {t('public.retry')}
        </Button>
      )}
    </div>
  );
}

/** A local URL of the chosen file. */
function usePreview(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (file === undefined) return setUrl(undefined);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
