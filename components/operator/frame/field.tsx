// One field of a form: its name, what is meant by it, and what is wrong with it, tied together for screen readers.
import { type ReactNode, useId } from 'react';

interface FieldProps {
  readonly name: string;
  readonly hint?: ReactNode;
  /** A sentence; the field is marked as wrong while it is there. */
  readonly fault?: string | undefined;
  readonly className?: string;
  readonly children: (props: FieldControl) => ReactNode;
}

export interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
  readonly className: string;
}

const look =
  'w-full min-w-0 rounded-small border border-line-strong bg-ground px-2.5 py-1.5 text-ui text-ink outline-offset-0 placeholder:text-dim aria-invalid:border-orphan';

export function Field({ name, hint, fault, className = '', children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className="mb-1 block text-ui font-medium">
        {name}
      </label>
      {children({ id, 'aria-describedby': noteId, 'aria-invalid': fault !== undefined, className: look })}
      <p
        id={noteId}
        aria-live="polite"
        className={`mt-1 text-small ${fault === undefined ? 'text-dim' : 'text-salmon-ink'}`}
      >
        {fault ?? hint}
      </p>
    </div>
  );
}
