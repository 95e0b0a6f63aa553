import { type ReactNode, useRef, useState } from 'react';
import { formatScaled } from '../../format/number.ts';
import { fieldText } from '../../format/parse.ts';
import {
  type NumberReading,
  type NumberTerms,
  plainOrUnread,
  readNumber,
  unreadText,
} from '../../format/read-number.ts';
import { separators } from '../../format/separators.ts';
import { type Translate, useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../Button.tsx';
import styles from './FormField.module.css';

interface TypedNumberOptions {
  /** What the form holds: a plain decimal, or a text that could not be read. */
  readonly value: string;
  readonly onChange: (held: string) => void;
  /** Asked whenever a text is read. */
  readonly terms: () => NumberTerms;
  /** The form's own error. */
  readonly error: string | undefined;
}

interface TypedNumber {
  /** The text of a field for what the form holds: as it was typed, until the field is left. */
  textOf(held: string): string;
  onType(text: string): void;
  onBlur(): void;
  readonly error: string | undefined;
  readonly answers: ReactNode;
}

/**
 * The text of a number field and what a form holds of it. A text with two readings asks which one was meant, one without a
 * reading is refused when the field is left; until then the form holds a text that no parser takes.
 */
export function useTypedNumber({ value, onChange, terms, error }: TypedNumberOptions): TypedNumber {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<{ readonly text: string; readonly held: string }>();
  // Signals write the field before React renders it.
  const latest = useRef(typed);
  const keep = (next: typeof typed): void => {
    latest.current = next;
    setTyped(next);
  };
  const read = (text: string): NumberReading => readNumber(text, separators(), terms());
  const unread = unreadText(value);
  const reading = unread === undefined ? undefined : read(unread);
  const problem =
    reading === undefined
      ? error
      : reading.status === 'ask'
        ? question(t, reading.readings)
        : typed === undefined || error !== undefined
          ? t('form.number_problem', {
              example: terms().decimals === 0 ? formatScaled(1234, 0) : formatScaled(12345, 1),
            })
          : undefined;
  return {
    textOf: (held) =>
      (latest.current?.held === held ? latest.current.text : unreadText(held)) ?? fieldText(held),
    onType(text) {
      const held = plainOrUnread(text, read(text));
      keep({ text, held });
      onChange(held);
    },
    onBlur: () => keep(undefined),
    error: problem,
    answers: reading?.status === 'ask' && (
      <div className={styles.answers}>
        {reading.readings.map((plain) => (
          <Button
            key={plain}
            variant="quiet"
            size="s"
            onClick={() => {
              keep(undefined);
              onChange(plain);
            }}
          >
            {numberText(plain)}
          </Button>
        ))}
      </div>
    ),
  };
}

const question = (t: Translate, [first, other]: readonly [string, string]): string =>
  t('form.number_ask', { first: numberText(first), other: numberText(other) });

/** A plain decimal with the groups of the language, without zeros at its end. */
function numberText(plain: string): string {
  const [whole = '', decimals = ''] = plain.split('.');
  const kept = decimals.replace(/0+$/, '');
  return formatScaled(Number(whole + kept), kept.length);
}
