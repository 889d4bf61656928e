import { useQuery } from '@tanstack/react-query';
import { useField } from '../../ui/form/fields.tsx';
import { AddressPicker } from '../../ui/widgets/address-picker.tsx';
import { areaPath } from '../../ui/widgets/area-names.ts';

/** The code of a site's administrative division in China; '' if there is none. */
export function RegionField({
  name,
  label,
  description,
}: {
  name: string;
  label: string;
  description: string;
}) {
  const { field, error } = useField(name);
  const code = (field.value as string | undefined) ?? '';
  const names = useQuery({ ...areaPath(code), enabled: code !== '' }).data ?? [];
  return (
    <AddressPicker
      label={label}
      description={description}
      value={names}
      onBlur={field.onBlur}
      onChange={(_names, codes) => field.onChange(codes.at(-1) ?? '')}
      error={error}
    />
  );
}
