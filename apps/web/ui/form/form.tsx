import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useContext, useMemo, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
  useFormState,
  useWatch,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { Failure } from '../states/failure.tsx';
import { ErrorWords } from '../states/states.tsx';
import { focusFirstWrong } from './focus-wrong.ts';
import styles from './form.module.css';
import { partResolver } from './part-resolver.ts';
import { sameInput } from './same-input.ts';
import { useUnsaved } from './unsaved.ts';
import { usePointerReleased } from './use-pointer-released.ts';

/** A field error of the server (the contract's FieldError). */
export interface WrongField {
  path: string;
  key: string;
  message: string;
}

export interface FormProps<In extends FieldValues, Out> {
  /** The contract's own schema of the body: browser and server check by the same rules. */
  schema: z.ZodType<Out, In>;
  initial: DefaultValues<In>;
  /**
   * Submits. Errors with `fields` are shown beside the fields, others above the buttons, by {@link ErrorWords}.
   * @param before What the form was filled with: only what differs from it is the user's change. A later refetch may
   *   contain changes of others, which the form does not show.
   */
  onSubmit: (values: Out, before: DefaultValues<In>) => Promise<void> | void;
  /** The contents of the form: fields of `form/fields.tsx`. */
  children: ReactNode | ((form: UseFormReturn<In, unknown, Out>) => ReactNode);
  submitLabel: string;
  onCancel?: () => void;
  /** Keeps the form dirty after success instead of resetting it to the saved values (a dialog closes anyway). */
  stayDirty?: boolean;
  /** Left of the buttons. */
  footer?: ReactNode;
  label?: string;
}

/**
 * A form over a schema: errors on blur beside their field, the first invalid field focused on submit, the server's field
 * errors in the same place, Ctrl+S or Ctrl+Enter to save, a double click submits once, and a warning about unsaved
 * changes.
 */
export function Form<In extends FieldValues, Out>({
  schema,
  initial,
  onSubmit,
  children,
  submitLabel,
  onCancel,
  stayDirty,
  footer,
  label,
}: FormProps<In, Out>) {
  const { t } = useTranslation('ui');
  const describe = useContext(ErrorWords);
  const [failure, setFailure] = useState('');
  const sending = useRef(false);
  const before = useRef(initial);
  const box = useRef<HTMLFormElement>(null);
  const submitted = useRef(false);
  const latest = useRef<UseFormReturn<In, unknown, Out> | null>(null);
  const released = usePointerReleased();
  const resolver = useMemo((): Resolver<In, unknown, Out> => {
    const isShown = (path: Path<In>) => submitted.current || latest.current?.getFieldState(path).error;
    const validate = partResolver(zodResolver(schema), isShown);
    return async (...given) => {
      await released.current;
      return validate(...given);
    };
  }, [schema, released]);
  const form = useForm<In, unknown, Out>({
    resolver,
    defaultValues: initial,
    mode: 'onTouched',
    reValidateMode: 'onChange',
    // The library's focus order is that of registration, in which fields shown later come last.
    shouldFocusError: false,
  });
  latest.current = form;

  const send = async (values: Out): Promise<boolean> => {
    if (sending.current) return false;
    sending.current = true;
    setFailure('');
    try {
      await onSubmit(values, before.current);
      if (stayDirty) return true;
      before.current = form.getValues() as DefaultValues<In>;
      form.reset(form.getValues());
      return true;
    } catch (error) {
      const wrong = (error as { fields?: readonly WrongField[] }).fields ?? [];
      const ofForm = wrong.filter(
        // A path may lead into the lines of a field: `permits.0.number`.
        ({ path }) => form.getFieldState(path as Path<In>) && `${path.split('.')[0]}` in form.getValues(),
      );
      for (const { path, key, message } of ofForm) form.setError(path as Path<In>, { type: key, message });
      const showFailure = () => setFailure(describe(error) || t('error.text'));
      // Errors without a visible input are shown above the buttons.
      if (ofForm.length === 0) showFailure();
      else focusFirstWrong(box.current, showFailure);
      return false;
    } finally {
      sending.current = false;
    }
  };
  const submit = async (): Promise<boolean> => {
    let done = false;
    submitted.current = true;
    await form.handleSubmit(
      async (values) => {
        done = await send(values);
      },
      () => focusFirstWrong(box.current),
    )();
    if (done) submitted.current = false;
    return done;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const saves = event.key === 'Enter' || event.key.toLowerCase() === 's';
    if (!saves || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void submit();
  };

  return (
    <FormProvider {...form}>
      <form
        ref={box}
        className={styles.form}
        data-registered
        noValidate
        aria-label={label}
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void submit();
        }}
      >
        {typeof children === 'function' ? children(form) : children}
        <Failure text={failure} />
        <Foot submitLabel={submitLabel} submit={submit} onCancel={onCancel}>
          {footer}
        </Foot>
      </form>
    </FormProvider>
  );
}

/** The buttons. They subscribe to the form state on their own, so that the fields need not rerender with it. */
function Foot({
  submitLabel,
  submit,
  onCancel,
  children,
}: {
  submitLabel: string;
  submit: () => Promise<boolean>;
  onCancel: (() => void) | undefined;
  children: ReactNode;
}) {
  const { t } = useTranslation('ui');
  const { defaultValues, isSubmitting } = useFormState();
  // The library's own comparison counts fields that `initial` does not name as changes.
  useUnsaved(!sameInput(useWatch(), defaultValues), submit);
  return (
    <Group justify="flex-end" gap="xs" className={styles.foot}>
      {children && <div className={styles.footer}>{children}</div>}
      {onCancel && (
        <Button variant="default" onClick={onCancel} disabled={isSubmitting}>
          {t('confirm.cancel')}
        </Button>
      )}
      <Button type="submit" loading={isSubmitting}>
        {submitLabel}
      </Button>
    </Group>
  );
}
