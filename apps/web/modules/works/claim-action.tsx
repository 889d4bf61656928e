import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { claimComponents } from '@voltloop/contract/calls/works.ts';
import { rightOf } from '@voltloop/resource-kit';
import { productionKind } from '@voltloop/resources/production/production.resource.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Dialog } from '../../ui/index.ts';
import { useMutation } from '../../ui/query/use-mutation.ts';
import { toast } from '../../ui/toast/toast.ts';
import type { Action, ActionProps } from '../resources/index.ts';

/** Claims the components of a draft. */
function Claim({ ids: [id = ''], onClose, onChanged }: ActionProps) {
  const { t } = useTranslation('works');
  const claim = useMutation({
    mutationFn: () => call(claimComponents, { body: { id } }),
    onSuccess: ({ items }) => {
      onChanged();
      toast.success({ ns: 'works', key: 'claim.done', values: { count: String(items) } });
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={t('claim.title')}>
      <p>{t('claim.text')}</p>
      <Button loading={claim.isPending} onClick={() => claim.mutate()} data-autofocus>
        {t('claim.button')}
      </Button>
    </Dialog>
  );
}

/** For the views of a production. */
export const claimAction: Action = {
  id: 'claim',
  label: { en: 'Claim the components', zh: '占用部件' },
  Icon: IconLock,
  right: rightOf(productionKind.resource, 'update'),
  at: ['row'],
  when: ({ status }) => status === 'draft',
  Run: Claim,
};
