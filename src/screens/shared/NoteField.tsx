import { TextInput } from '../../components/TextInput.tsx';

interface NoteFieldProps {
  /** Also shown while the field is empty. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (note: string) => void;
}

/** A sentence about a moment, which may stay empty. */
export function NoteField({ label, ...field }: NoteFieldProps) {
  return <TextInput {...field} label={label} placeholder={label} enterKeyHint="done" />;
}
