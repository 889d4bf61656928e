import { queryOptions } from '@tanstack/react-query';
import {
  findModelValues,
  findPassportValues,
  proposePassports,
  viewPassport,
} from '@voltloop/contract/calls/passports.ts';
import { call } from '../../api/call.ts';

/** Below `rows`, so that any change of rows refetches it: values come from many records. */
export const PASSPORTS = ['rows', 'passport'] as const;
export type ValuesOwner = 'passport' | 'passportModel';

export const passportView = (id: string, version: number) =>
  queryOptions({
    queryKey: [...PASSPORTS, 'view', id, version],
    staleTime: 0,
    queryFn: ({ signal }) => call(viewPassport, { query: { id }, signal }),
  });

export const enteredValues = (owner: ValuesOwner, id: string) =>
  queryOptions({
    queryKey: [...PASSPORTS, 'entered', owner, id],
    staleTime: 0,
    queryFn: ({ signal }) =>
      owner === 'passport'
        ? call(findPassportValues, { query: { id }, signal })
        : call(findModelValues, { query: { id }, signal }),
  });

export const proposedPassports = queryOptions({
  queryKey: [...PASSPORTS, 'proposed'],
  staleTime: 0,
  queryFn: ({ signal }) => call(proposePassports, { signal }),
});

/** Whether a passport accepts no more values of its battery. */
export const hasEnded = (status: unknown): boolean => status === 'ceased' || status === 'withdrawn';
