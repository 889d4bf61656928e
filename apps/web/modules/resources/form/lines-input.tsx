import { Button, Input } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { LineField, LinesField } from '@voltloop/resource-kit';
import { useField } from '@voltloop/ui/form/fields.tsx';
import { Fragment, type ReactNode, useRef } from 'react';
import { useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { inSentence } from '../in-sentence.ts';
import styles from './form.module.css';
import { emptyLine } from './form-values.ts';

interface LinesInputProps {
  name: string;
  label: string;
  required: boolean;
  disabled: boolean;
  description?: string;
  field: LinesField;
  /** The input of one field of a line, at its place in the form. */
  input: (name: string, path: string, field: LineField) => ReactNode;
}

/** Rows within the row: a small table to write in. */
export function LinesInput({ name, label, required, disabled, description, field, input }: LinesInputProps) {
  const { t } = useTranslation('backoffice');
  const { error } = useField(name);
  const lines = useFieldArray({ name });
  const box = useRef<HTMLDivElement>(null);
  const add = () => {
    lines.append(emptyLine(field.of), {
      focusName: `${name}.${lines.fields.length}.${Object.keys(field.of)[0]}`,
    });
  };
  const remove = (index: number) => {
    lines.remove(index);
    // The button that had the focus is gone.
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[data-add]')?.focus());
  };
  return (
    <Input.Wrapper
      label={label}
      required={required}
      labelElement="div"
      // The errors of single lines stand at their inputs.
      error={typeof error === 'string' && error !== '' ? error : undefined}
      className={styles.wide}
      {...(description ? { description } : {})}
    >
      <div ref={box} className={styles.lines}>
        {lines.fields.map((line, index) => (
          <fieldset
            key={line.id}
            className={styles.line}
            aria-label={t('form.line', { label, number: index + 1 })}
          >
            <span className={styles.lineNumber} aria-hidden="true">
              {index + 1}
            </span>
            <div className={styles.lineFields}>
              {Object.entries(field.of).map(([inner, of]) => (
                <Fragment key={inner}>{input(inner, `${name}.${index}.${inner}`, of)}</Fragment>
              ))}
            </div>
            {!disabled && (
              <button
                type="button"
                className={styles.remove}
                aria-label={t('form.removeLine', { label, number: index + 1 })}
                title={t('form.removeLine', { label, number: index + 1 })}
                onClick={() => remove(index)}
              >
                <IconTrash size={16} stroke={1.8} />
              </button>
            )}
          </fieldset>
        ))}
        {!disabled && lines.fields.length < field.most && (
          <Button
            data-add
            variant="default"
            size="xs"
            leftSection={<IconPlus size={15} stroke={1.8} />}
            className={styles.add}
            onClick={add}
          >
            {t('form.addLine', { what: inSentence(label) })}
          </Button>
        )}
      </div>
    </Input.Wrapper>
  );
}
