import { Button, Input } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { LinesField } from '@voltloop/resource-kit';
import { useCallback, useEffect, useRef } from 'react';
import { get, useFieldArray, useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFieldWords, type Wrong } from '../../../ui/form/use-field-words.ts';
import { inSentence } from '../in-sentence.ts';
import styles from './form.module.css';
import { emptyLine } from './form-values.ts';
import { type LineInput, LineList, type LineListHandle } from './line-list.tsx';

interface LinesInputProps {
  name: string;
  label: string;
  required: boolean;
  disabled: boolean;
  description?: string;
  field: LinesField;
  /** The input of one field of a line, at its path in the form. */
  input: LineInput;
}

/** Edits the lines of a row as a small table. */
export function LinesInput({ name, label, required, disabled, description, field, input }: LinesInputProps) {
  const { t } = useTranslation('backoffice');
  const { append, remove, fields } = useFieldArray({ name });
  const { text, first, sent } = useWrongLines(name);
  const list = useRef<LineListHandle>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const count = fields.length;
  const fixed = disabled || field.follows !== undefined;
  const added = useRef(false);
  useEffect(() => {
    if (!added.current) return;
    added.current = false;
    list.current?.focusLine(count - 1);
  }, [count]);

  const add = () => {
    added.current = true;
    append(emptyLine(field.of), { shouldFocus: false });
  };
  const latestRemove = useRef(remove);
  latestRemove.current = remove;
  const removeLine = useCallback((index: number) => {
    latestRemove.current(index);
    // The focused button was removed.
    requestAnimationFrame(() => addButton.current?.focus());
  }, []);
  return (
    <Input.Wrapper
      label={count > 1 ? t('form.linesLabel', { label, count }) : label}
      required={required}
      labelElement="div"
      // Errors of single lines are shown at their inputs.
      error={text}
      className={styles.wide}
      {...(description ? { description } : {})}
    >
      <div className={styles.lines}>
        <LineList
          ref={list}
          name={name}
          label={label}
          field={field}
          input={input}
          lines={fields}
          firstWrong={first}
          sent={sent}
          onRemove={fixed ? undefined : removeLine}
        />
        <div className={styles.linesFoot}>
          {!fixed && count < field.most && (
            <Button
              ref={addButton}
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
      </div>
    </Input.Wrapper>
  );
}

/** The error of the whole list, its first invalid line (-1: none), and the number of submits. */
function useWrongLines(name: string) {
  const words = useFieldWords();
  const { errors, submitCount: sent } = useFormState({ name, exact: true });
  const error: unknown = get(errors, name);
  const first = Array.isArray(error) ? error.findIndex((line) => line && Object.keys(line).length > 0) : -1;
  // react-hook-form stores the error of a whole list beside those of its lines.
  const whole = error as (Wrong & { root?: Wrong }) | undefined;
  return { text: words(whole?.root ?? (whole?.message ? whole : undefined)) || undefined, first, sent };
}
