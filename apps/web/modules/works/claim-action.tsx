import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { claimComponents } from '@voltloop/contract/calls/works.ts';
import { rightOf } from '@voltloop/resource-kit';
import { productionKind } from '@voltloop/resources/production/production.resource.ts';
import { Dialog } from '@voltloop/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { notifyError } from '../../parts/notify-error.ts';
import { toast } from '../../parts/toast.ts';
import type { Action, ActionProps } from '../resources/index.ts';

/** Claims the components of a draft. */
function Claim({ ids: [id = ''], onClose, onChanged }: ActionProps) {
  const { t } = useTranslation('works');
  const [busy, setBusy] = useState(false);
  const claim = async () => {
    setBusy(true);
    try {
      const { items } = await call(claimComponents, { body: { id } });
      onChanged();
      toast.success({ ns: 'works', key: 'claim.done', values: { count: String(items) } });
      onClose();
    } catch (error) {
      notifyError(error);
      setBusy(false);
    }
  };
  return (
    <Dialog opened onClose={onClose} title={t('claim.title')}>
      <p>{t('claim.text')}</p>
      <Button loading={busy} onClick={() => void claim()} data-autofocus>
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
