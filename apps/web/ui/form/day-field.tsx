import { DayInput, type DayInputProps } from './day-input.tsx';
import { useField } from './fields.tsx';

type DayFieldProps = Omit<DayInputProps, 'name' | 'value' | 'onChange' | 'onBlur' | 'error'> & {
  name: string;
};

/** A day of the surrounding `Form`: `yyyy-MM-dd`, or an empty text. */
export function DayField({ name, ...rest }: DayFieldProps) {
  const { field, error } = useField(name);
  return <DayInput {...rest} {...field} value={String(field.value ?? '')} error={error} />;
}
