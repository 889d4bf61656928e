import { Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { invoiceCollection } from '@voltloop/contract/calls/collection.ts';
import { optionsOf } from '@voltloop/domain/options/index.ts';
import { use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../../api/call.ts';
import { languageOf } from '../../../context/language-of.ts';
import { ConfirmDialog } from '../../../ui/index.ts';
import { type ActionProps, load, oneRow, rowPath } from '../../resources/index.ts';

/** Default type and rate of an invoice: a reverse invoice for a person, otherwise one from a company. */
const usual = { person: { type: '1', rate: '1' }, company: { type: '2', rate: '13' } } as const;

/** Creates the draft invoice of a settled collection and opens it. */
export default function InvoiceDialog({ ids: [id = ''], onClose, onChanged }: ActionProps) {
  const { t, i18n } = useTranslation('collection');
  const language = languageOf(i18n.language);
  const navigate = useNavigate();
  const { data: row } = useQuery(oneRow(use(load('collection')), id));
  const isPerson = row?.customerType === 0;
  const first = usual[isPerson ? 'person' : 'company'];
  const [type, setType] = useState<string | null>(null);
  const [rate, setRate] = useState<string | null>(null);
  const choices = (list: 'invoiceType' | 'taxRate') =>
    optionsOf(list, language).map(({ value, label }) => ({ value: String(value), label }));
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('invoice.title')}
      confirmLabel={t('invoice.confirm')}
      onConfirm={async () => {
        const body = {
          id,
          invoiceType: (type ?? first.type) === '2' ? (2 as const) : (1 as const),
          taxRate: Number(rate ?? first.rate),
        };
        const made = await call(invoiceCollection, { body });
        onChanged();
        void navigate(rowPath('invoice', made.id));
      }}
    >
      {t(isPerson ? 'invoice.reverse' : 'invoice.incoming')}
      <Group align="flex-end" gap="sm" mt="md">
        <Select
          label={t('invoice.type')}
          data={choices('invoiceType')}
          value={type ?? first.type}
          allowDeselect={false}
          onChange={setType}
        />
        <Select
          label={t('invoice.rate')}
          data={choices('taxRate')}
          value={rate ?? first.rate}
          allowDeselect={false}
          w={110}
          onChange={setRate}
        />
      </Group>
    </ConfirmDialog>
  );
}
