import { Button } from '@mantine/core';
import { IconBarcode } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { proposeCodes } from '@voltloop/contract/calls/works.ts';
import { keyWith } from '@voltloop/domain/checks/check.ts';
import { documentCalls, rightOf } from '@voltloop/resource-kit';
import { productionKind } from '@voltloop/resources/production/production.resource.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { useFieldWords } from '../../ui/form/use-field-words.ts';
import { Dialog } from '../../ui/index.ts';
import { useMutation } from '../../ui/query/use-mutation.ts';
import { toast } from '../../ui/toast/toast.ts';
import type { Action, ActionProps } from '../resources/index.ts';

const MOST = 1000;

/** Adds lines of products with unused codes. */
function ProposeCodes({ ids: [id = ''], onClose, onChanged }: ActionProps) {
  const { t } = useTranslation('works');
  const words = useFieldWords();
  const client = useQueryClient();
  const [count, setCount] = useState<number | string>(1);
  const add = useMutation({
    mutationFn: async () => {
      const { codes } = await call(proposeCodes, { query: { id, count: Number(count) } });
      const lines = codes.map((code) => ({ clientKey: crypto.randomUUID(), code }));
      await call(documentCalls(productionKind).saveLines, { body: { id, lines, remove: [] } });
      await client.invalidateQueries({ queryKey: ['rows', 'production', 'lines', id] });
      onChanged();
      toast.success({ ns: 'works', key: 'codes.done', values: { count: String(codes.length) } });
      onClose();
    },
  });
  const possible = Number.isInteger(count) && Number(count) >= 1 && Number(count) <= MOST;
  return (
    <Dialog opened onClose={onClose} title={t('codes.title')}>
      <DecimalInput
        label={t('codes.count')}
        description={t('codes.text')}
        value={count}
        onChange={setCount}
        step={1}
        min={1}
        max={MOST}
        error={!possible && words({ message: keyWith('check.range', { min: 1, max: MOST }) })}
        data-autofocus
      />
      <Button mt="md" loading={add.isPending} disabled={!possible} onClick={() => add.mutate()}>
        {t('codes.add')}
      </Button>
    </Dialog>
  );
}

/** For the views of a production. */
export const codesAction: Action = {
  id: 'codes',
  label: { en: 'Add product codes', zh: '生成产品编码' },
  Icon: IconBarcode,
  right: rightOf(productionKind.resource, 'update'),
  at: ['row'],
  daily: true,
  when: ({ status }) => status === 'draft' || status === 'returned',
  Run: ProposeCodes,
};
