import { type FormEvent, useEffect, useRef, useState } from 'react';

/** `T`: an object of texts; its keys are the fields. */
type Texts<T> = Readonly<Record<keyof T, string>>;
type Errors<T extends Texts<T>> = { readonly [K in keyof T]?: string | undefined };

interface FormOptions<T extends Texts<T>> {
  readonly initial: T;
  /** Error texts by field. Pure. */
  readonly check: (values: T) => Errors<T>;
  /** Sends the valid values. @returns the server's errors by field, if it named fields */
  readonly send: (values: T) => Promise<Errors<T> | undefined>;
  /** Keeps the typed values when the user leaves the page; never for secrets. */
  readonly draft?: Draft<T> | undefined;
}

export interface Draft<T> {
  read(): Partial<T> | undefined;
  write(values: T): void;
  clear(): void;
}

export interface Form<T extends Texts<T>> {
  readonly values: T;
  /** Errors by field; empty before the first submit. */
  readonly errors: Errors<T>;
  readonly busy: boolean;
  readonly set: (name: keyof T, value: string) => void;
  /** Shows an error at a field until it changes. */
  readonly refuse: (name: keyof T, error: string) => void;
  /** Props of the input of a field. */
  readonly field: (name: keyof T & string) => {
    readonly name: string;
    readonly value: string;
    readonly onChange: (text: string) => void;
    readonly error: string | undefined;
  };
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/**
 * The values, errors and submission of a form. An error keeps all values and focuses the first invalid field (inputs need
 * a `name`). A second submit while one is running is ignored.
 */
export function useForm<T extends Texts<T>>({ initial, check, send, draft }: FormOptions<T>): Form<T> {
  const [values, setValues] = useState<T>(() => ({ ...initial, ...draft?.read() }));
  // An upload may finish after other fields have changed.
  const latest = useRef(values);
  const [asked, setAsked] = useState(false);
  const [refused, setRefused] = useState<Errors<T>>({});
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  const errors = asked ? { ...refused, ...present(check(values)) } : refused;

  const submit = async (form: HTMLFormElement): Promise<void> => {
    if (sending.current) return;
    setAsked(true);
    const wrong = present(check(values));
    if (Object.keys(wrong).length > 0) return focusFirst(form, wrong);
    sending.current = true;
    setBusy(true);
    setRefused({});
    const found = present((await send(values)) ?? {});
    sending.current = false;
    if (!mounted.current) return;
    setBusy(false);
    setRefused(found);
    if (Object.keys(found).length > 0) focusFirst(form, found);
  };
  const set = (name: keyof T, value: string): void => {
    const next = { ...latest.current, [name]: value };
    latest.current = next;
    setValues(next);
    setRefused((before) => ({ ...before, [name]: undefined }));
    draft?.write(next);
  };
  return {
    values,
    errors,
    busy,
    set,
    refuse: (name, error) => setRefused((before) => ({ ...before, [name]: error })),
    field: (name) => ({
      name,
      value: values[name] ?? '',
      onChange: (text) => set(name, text),
      error: errors[name],
    }),
    onSubmit(event) {
      event.preventDefault();
      void submit(event.currentTarget);
    },
  };
}

function present<T extends Texts<T>>(errors: Errors<T>): Errors<T> {
  const entries = Object.entries(errors).filter(([, text]) => text !== undefined);
  // Entries of the same object, minus some.
  return Object.fromEntries(entries) as Errors<T>;
}

/** Focuses the first invalid field in document order. */
function focusFirst(form: HTMLFormElement, errors: Readonly<Record<string, string | undefined>>): void {
  for (const element of form.elements) {
    const name = element.getAttribute('name');
    if (name === null || errors[name] === undefined || !(element instanceof HTMLElement)) continue;
    element.focus();
    return;
  }
}
