import type { TFunction } from 'i18next';
import { useRef, useState } from 'react';
import { ApiError } from '../api/errors.ts';
import { fieldText } from '../ui/form/field-text.ts';
import { errorText } from '../ui/states/error-text.ts';

/**
 * Values and errors of a form of the pages before sign-in. A field is checked on blur and all on submit; the first
 * field with an error is focused.
 * @param t has the labels (`field.x`), the texts of the keys that `check` returns, and the catalogue `errors`
 */
export function useEntryForm<Values extends Record<keyof Values & string, string>>(
  t: TFunction,
  initial: () => Values,
  check: (values: Values) => Partial<Record<keyof Values, string>>,
) {
  type Name = keyof Values & string;
  type Errors = Partial<Record<keyof Values, string>>;
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState('');

  /** Shows errors at their fields. Returns whether there are any. */
  const show = (found: Errors): boolean => {
    setErrors(found);
    // In the order of the form, not in that of the errors.
    const inputs = [...(form.current?.querySelectorAll('input') ?? [])];
    inputs.find(({ name }) => found[name as Name])?.focus();
    return Object.keys(found).length > 0;
  };
  return {
    form,
    values,
    failure,
    setFailure,
    /** Shows the errors of the values. Returns whether they are valid. */
    validate: () => {
      setFailure('');
      return !show(check(values));
    },
    /** Shows the error of the call at its fields, or above the form. */
    refuse: async (error: unknown) => {
      const found: Errors = {};
      for (const problem of error instanceof ApiError ? error.fields : [])
        if (problem.path in values) found[problem.path as Name] ??= await fieldText(problem);
      if (!show(found)) setFailure(errorText(error, t));
    },
    bind: (name: Name) => {
      const error = errors[name];
      return {
        name,
        label: t(`field.${name}`),
        value: values[name],
        error: error === undefined ? undefined : t(error, { defaultValue: error }),
        onChange: (event: { currentTarget: { value: string } }) => {
          const { value } = event.currentTarget;
          setValues((now) => ({ ...now, [name]: value }));
          if (errors[name]) setErrors(({ [name]: _, ...rest }) => rest as Errors);
        },
        onBlur: () => {
          const problem = values[name] ? check(values)[name] : undefined;
          if (problem) setErrors((now) => ({ ...now, [name]: problem }));
        },
      };
    },
  };
}
