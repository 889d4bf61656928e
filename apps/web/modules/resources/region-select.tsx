import type { InputWrapperProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AddressPicker } from '../../ui/widgets/address-picker.tsx';
import { areaPath } from '../../ui/widgets/area-names.ts';

interface RegionSelectProps {
  label?: ReactNode;
  value: string;
  /** The six-digit code; '' when cleared. */
  onChange: (code: string) => void;
  onBlur?: () => void;
  required?: boolean;
  size?: InputWrapperProps['size'];
  error?: ReactNode;
  description?: ReactNode;
  /** Provinces and cities are choices too, for a filter. */
  anyLevel?: boolean;
}

/** Selects a region level by level or by search. */
export function RegionSelect({ value, onChange, ...rest }: RegionSelectProps) {
  const names = useQuery({ ...areaPath(value), enabled: value !== '' }).data ?? [];
  return <AddressPicker {...rest} value={names} onChange={(_names, codes) => onChange(codes.at(-1) ?? '')} />;
}
