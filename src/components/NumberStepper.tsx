import type { ReadonlySignal } from '@preact/signals-react';
import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef } from 'react';
import { every, later } from '../clock.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Field } from './form/FormField.tsx';
import { useTypedNumber } from './form/use-typed-number.tsx';
import { Icon } from './Icon.tsx';
import styles from './NumberStepper.module.css';
import { stepDecimal } from './step-decimal.ts';
import { TextInput } from './TextInput.tsx';
import { useNodeEffect } from './use-node-effect.ts';

interface NumberStepperProps {
  readonly label: string;
  /** A plain decimal, or a text that no parser takes; empty means no value. */
  readonly value: string;
  readonly onChange: (text: string) => void;
  /**
   * The value as it is, if that may be ahead of the rendered one: it is written straight to the field. A step begins from it.
   * Default: `value`.
   */
  readonly newest?: ReadonlySignal<string> | undefined;
  /** Called for a step. Default: `onChange`. */
  readonly onStep?: ((text: string) => void) | undefined;
  /** A function of the value from which it steps, if that decides it. */
  readonly step: number | ((from: string) => number);
  readonly min: number;
  readonly max?: number | undefined;
  /** Number of decimals that a step writes. */
  readonly decimals: number;
  /** A value near which the typed one is expected: a reading a thousand times larger or smaller is ruled out. */
  readonly near?: (() => number | undefined) | undefined;
  /** A unit that may be typed with the number. */
  readonly unit?: string | undefined;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  readonly placeholder?: string | undefined;
  /** The value that plus writes into an empty field. Default: the lowest step. */
  readonly start?: (() => string | undefined) | undefined;
}

/** A number field with minus and plus buttons, which repeat while held. The caller validates the text. */
export function NumberStepper(props: NumberStepperProps) {
  const { label, newest, onChange, onStep = onChange } = props;
  const { step, min, max = Number.MAX_SAFE_INTEGER, decimals } = props;
  const { t } = useTranslation();
  const now = (): string => newest?.peek() ?? props.value;
  const value = now();
  const number = useTypedNumber({
    value,
    onChange,
    terms: () => ({ ...rangeNear(props.near?.(), min, max), decimals, unit: props.unit }),
    error: props.error,
  });
  const textOf = useRef(number.textOf);
  textOf.current = number.textOf;
  const stepped = (text: string, direction: 1 | -1): string =>
    stepDecimal(text, direction, { step: typeof step === 'number' ? step : step(text), min, max, decimals });
  const less = useHoldRepeat(() => onStep(stepped(now(), -1)));
  const more = useHoldRepeat(() => {
    const text = now();
    onStep((text === '' ? props.start?.() : undefined) ?? stepped(text, 1));
  });
  const field = useNodeEffect<HTMLInputElement>(
    useCallback(
      (node) => {
        if (newest === undefined) return;
        node.value = textOf.current(newest.value);
        node.previousElementSibling?.toggleAttribute('disabled', isLeast(newest.value, min));
        node.nextElementSibling?.toggleAttribute('disabled', isMost(newest.value, max));
      },
      [newest, min, max],
    ),
  );
  return (
    <Field label={label} error={number.error} hint={props.hint} answers={number.answers}>
      {(id, describedBy) => (
        <div className={styles.stepper} dir="ltr">
          <TextInput
            ref={field}
            id={id}
            describedBy={describedBy}
            invalid={number.error !== undefined}
            value={number.textOf(value)}
            onChange={number.onType}
            onBlur={number.onBlur}
            placeholder={props.placeholder}
            inputMode="decimal"
            enterKeyHint="done"
            start={
              <button
                type="button"
                className={styles.step}
                aria-label={t('public.decrease', { label })}
                disabled={isLeast(value, min)}
                {...less}
              >
                <Icon name="minus" size={20} />
              </button>
            }
            end={
              <button
                type="button"
                className={styles.step}
                aria-label={t('public.increase', { label })}
                disabled={isMost(value, max)}
                {...more}
              >
                <Icon name="plus" size={20} />
              </button>
            }
          />
        </div>
      )}
    </Field>
  );
}

/** Factor, either way. Two readings differ by a thousand, so at most one of them is near enough. */
const NEARNESS = 30;

const rangeNear = (near: number | undefined, min: number, max: number): { min: number; max: number } =>
  near === undefined
    ? { min, max }
    : { min: Math.max(min, near / NEARNESS), max: Math.min(max, near * NEARNESS) };

const isLeast = (value: string, min: number): boolean => value === '' || Number(value) <= min;
const isMost = (value: string, max: number): boolean => Number(value) >= max;

const HOLD_MS = 400;
const REPEAT_MS = 70;

/**
 * Handlers of a button that acts once when pressed and repeats while held. Always the latest `act` is called, so that each
 * repetition continues from the one before.
 */
function useHoldRepeat(act: () => void) {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  const stop = useRef<(() => void) | undefined>(undefined);
  const release = (): void => {
    stop.current?.();
    stop.current = undefined;
  };
  useEffect(() => () => stop.current?.(), []);
  const run = (): void => latest.current();
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      run();
      release();
      stop.current = later(HOLD_MS, () => {
        stop.current = every(REPEAT_MS, run);
      });
    },
    onPointerUp: release,
    onPointerLeave: release,
    onPointerCancel: release,
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
    // Pointers have acted already; this handles the keyboard and assistive technology.
    onClick: (event: MouseEvent) => {
      if (event.detail === 0) run();
    },
  };
}
