import type { ComponentProps, FormEvent, ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { Outline } from '../LoadedView.tsx';
import styles from './Form.module.css';

const FORM = `fields column ${styles.form}`;

interface FormProps {
  readonly form: {
    readonly busy: boolean;
    readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  };
  /** Text of the button that submits. */
  readonly action: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
  /** Shown below the button. */
  readonly note?: string | undefined;
}

/** The fields of a form of `useForm`, one below the other, and the button that submits it. */
export function Form({ form, action, className = FORM, children, note }: FormProps) {
  return (
    <form className={className} noValidate onSubmit={form.onSubmit}>
      {children}
      <Button variant="primary" type="submit" wide busy={form.busy}>
        {action}
      </Button>
      {note !== undefined && <p className="faint">{note}</p>}
    </form>
  );
}

/** Placeholders where the form will be, of these sizes. */
export function FormOutline({ rows }: Pick<ComponentProps<typeof Outline>, 'rows'>) {
  return <Outline className={FORM} rows={rows} />;
}
