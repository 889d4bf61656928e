import { viewName } from '@voltloop/contract/calls/preferences.ts';
import { z } from 'zod';
import { TextField } from '../form/fields.tsx';
import { Form } from '../form/form.tsx';

const schema = z.object({ name: viewName });

interface NameFormProps {
  initial: string;
  label: string;
  submitLabel: string;
  onCancel: () => void;
  onSubmit: (name: string) => Promise<void>;
}

/** A form with the name of a view. */
export function NameForm({ initial, label, submitLabel, onCancel, onSubmit }: NameFormProps) {
  return (
    <Form
      schema={schema}
      initial={{ name: initial }}
      submitLabel={submitLabel}
      onCancel={onCancel}
      onSubmit={({ name }) => onSubmit(name)}
    >
      <TextField name="name" label={label} required data-autofocus maxLength={60} autoComplete="off" />
    </Form>
  );
}
