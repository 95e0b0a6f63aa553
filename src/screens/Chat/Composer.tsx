import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '../../components/IconButton.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { showToast } from '../../components/toast-store.ts';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { chatDraft } from '../../state/chat.ts';
import { uploadPicture } from '../../state/upload.ts';
import styles from './Composer.module.css';

interface ComposerProps {
  readonly onText: (text: string) => void;
  /** Gets the address of a picture that the server has. */
  readonly onImage: (url: string) => void;
}

const MAX_LENGTH = 2_000;

/** Where messages are written; what is not sent yet is there again when the reader comes back. */
export function Composer({ onText, onImage }: ComposerProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(chatDraft.read);
  const [part, setPart] = useState<number>();
  const giveUp = useRef(() => {});
  useEffect(() => () => giveUp.current(), []);
  const write = (next: string): void => {
    setText(next);
    chatDraft.write(next);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const words = text.trim();
    if (words === '') return;
    write('');
    onText(words);
  };
  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    const [picture] = event.target.files ?? [];
    event.target.value = '';
    if (picture === undefined) return;
    giveUp.current();
    giveUp.current = uploadPicture(picture, (state) => {
      setPart(state.status === 'sending' ? state.part : undefined);
      if (state.status === 'done') onImage(state.url);
      if (state.status === 'failed') showToast(refusalText(t, state.error), 'error');
    });
  };
  return (
    <form className={styles.bar} onSubmit={submit}>
      <label className={styles.file}>
        <span className="visually-hidden">{t('chat.add_picture')}</span>
        <input type="file" accept="image/*" onChange={choose} />
        <svg viewBox="0 0 24 24" width={24} height={24} aria-hidden="true">
          <path d={MORE_ICONS.image.path} />
        </svg>
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
