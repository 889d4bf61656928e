import { type Step, stepForm, type Values } from '@voltloop/resource-kit';
import { Dialog } from '@voltloop/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors.ts';
import { say } from './fields.ts';
import { insertBody } from './form/form-values.ts';
import { RecordForm } from './form/record-form.tsx';
import type { Loaded } from './loaded.ts';

interface StepInputDialogProps {
  loaded: Loaded;
  step: Step;
  title: string;
  onClose: () => void;
  onSubmit: (values: Values) => Promise<void>;
}

/** Asks for what a step needs before it is taken. */
export default function StepInputDialog({ loaded, step, title, onClose, onSubmit }: StepInputDialogProps) {
  const { i18n } = useTranslation('backoffice');
  const asked = useMemo(() => ({ ...loaded, resource: stepForm(loaded.resource, step) }), [loaded, step]);
  return (
    <Dialog opened onClose={onClose} title={title}>
      <RecordForm
        plain
        loaded={asked}
        row={null}
        label={title}
        submitLabel={say(step.label, i18n.language)}
        onCancel={onClose}
        onSubmit={async (values) => {
          await onSubmit(insertBody(asked.resource, values)).catch((error: unknown) => {
            throw atInputs(error);
          });
          onClose();
        }}
      />
    </Dialog>
  );
}

/** An error of the call, at the inputs of this form: `values.invoiceNo` is its `invoiceNo`. */
function atInputs(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const fields = error.fields.map((field) => ({ ...field, path: field.path.replace(/^values\./, '') }));
  return new ApiError(error.status, error.code, error.message, fields, error.body);
}
