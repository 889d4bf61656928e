import { type Resource, type Step, stepForm, type Values } from '@voltloop/resource-kit';
import { Dialog } from '@voltloop/ui';
import { Form } from '@voltloop/ui/form/form.tsx';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors.ts';
import { say } from './fields.ts';
import { FieldInput } from './form/field-input.tsx';
import styles from './form/form.module.css';
import { formSchema } from './form/form-schema.ts';
import { formValues, insertBody } from './form/form-values.ts';

interface StepInputDialogProps {
  resource: Resource;
  step: Step;
  title: string;
  onClose: () => void;
  onSubmit: (values: Values) => Promise<void>;
}

/** Asks for what a step needs before it is taken. */
export default function StepInputDialog({ resource, step, title, onClose, onSubmit }: StepInputDialogProps) {
  const { i18n } = useTranslation('backoffice');
  const asked = useMemo(() => stepForm(resource, step), [resource, step]);
  const schema = useMemo(() => formSchema(asked), [asked]);
  const initial = useMemo(() => formValues(asked, null), [asked]);
  return (
    <Dialog opened onClose={onClose} title={title}>
      <Form
        label={title}
        schema={schema}
        initial={initial}
        submitLabel={say(step.label, i18n.language)}
        onCancel={onClose}
        onSubmit={async (values) => {
          await onSubmit(insertBody(asked, values)).catch((error: unknown) => {
            throw atInputs(error);
          });
          onClose();
        }}
      >
        <div className={styles.section}>
          {Object.entries(asked.fields).map(([name, field], index) => (
            <FieldInput
              key={name}
              name={name}
              field={field}
              resource={asked}
              views={{}}
              row={null}
              autoFocus={index === 0}
            />
          ))}
        </div>
      </Form>
    </Dialog>
  );
}

/** An error of the call, at the inputs of this form: `values.invoiceNo` is its `invoiceNo`. */
function atInputs(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const fields = error.fields.map((field) => ({ ...field, path: field.path.replace(/^values\./, '') }));
  return new ApiError(error.status, error.code, error.message, fields, error.body);
}
