import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconSend, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteParamTemplate, type ParamTemplate } from '@voltloop/contract/calls/params.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useAccount } from '../../context/use-account.ts';
import { Card, ConfirmDialog, EmptyState, RelativeTime } from '../../ui/index.ts';
import jobsStyles from '../../ui/jobs/jobs.module.css';
import { SearchField } from '../../ui/list/search-field.tsx';
import { useMutation } from '../../ui/query/use-mutation.ts';
import { QueryState } from '../../ui/states/query-state.tsx';
import { toast } from '../../ui/toast/toast.ts';
import styles from './params.module.css';
import { paramsKey, templates } from './queries.ts';

const TemplateDialog = lazy(() => import('./template-dialog.tsx'));
const StartDialog = lazy(() => import('./start-dialog.tsx'));

type Opened =
  | { what: 'edit'; template: ParamTemplate | null }
  | { what: 'send' | 'delete'; template: ParamTemplate };

/** Reusable named sets of values: those of the account, its subtree, and its ancestors. */
export default function TemplatesTab({ onStarted }: { onStarted: (batchId: string) => void }) {
  const { t } = useTranslation('params');
  const client = useQueryClient();
  const { tenantId } = useAccount();
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<Opened | null>(null);
  const found = useQuery(templates(tenantId, search));
  const remove = useMutation({
    mutationFn: (id: string) => call(deleteParamTemplate, { params: { tenantId, id } }),
    onSuccess: () => toast.success({ ns: 'params', key: 'template.deleted' }),
    meta: { silent: true },
    onSettled: () => client.invalidateQueries({ queryKey: paramsKey(tenantId) }),
  });
  const close = () => setOpened(null);
  return (
    <>
      <Card
        title={t('template.title')}
        description={t('template.description')}
        padding="flush"
        tools={
          <Button
            leftSection={<IconPlus size={16} stroke={1.8} aria-hidden="true" />}
            onClick={() => setOpened({ what: 'edit', template: null })}
          >
            {t('template.new')}
          </Button>
        }
      >
        <div className={styles.padded}>
          <SearchField
            className={jobsStyles.search}
            label={t('template.search')}
            value={search}
            onChange={setSearch}
          />
        </div>
        <QueryState of={found}>
          {({ list, total }) =>
            total === 0 ? (
              <EmptyState
                compact
                title={t(search ? 'template.noMatch' : 'template.none')}
                text={search ? undefined : t('template.noneText')}
              />
            ) : (
              <ul className={`${jobsStyles.list} ${styles.templates}`}>
                {list.map((template) => (
                  <li key={template.id} className={styles.template}>
                    <div className={styles.templateText}>
                      <strong>{template.name}</strong>
                      {template.note && <span>{template.note}</span>}
                      <span className={styles.muted}>
                        {t('batch.values', { count: Object.keys(template.values).length })} ·{' '}
                        {template.owner ?? t('history.above')} · <RelativeTime time={template.updated_at} />
                      </span>
                    </div>
                    <div className={styles.actions}>
                      <Button
                        size="compact-sm"
                        variant="default"
                        leftSection={<IconSend size={14} aria-hidden="true" />}
                        aria-label={t('template.sendOf', { name: template.name })}
                        onClick={() => setOpened({ what: 'send', template })}
                      >
                        {t('template.send')}
                      </Button>
                      <Button
                        size="compact-sm"
                        variant="default"
                        leftSection={<IconPencil size={14} aria-hidden="true" />}
                        aria-label={t(template.editable ? 'template.editOf' : 'template.viewOf', {
                          name: template.name,
                        })}
                        onClick={() => setOpened({ what: 'edit', template })}
                      >
                        {t(template.editable ? 'template.edit' : 'template.view')}
                      </Button>
                      {template.editable && (
                        <Button
                          size="compact-sm"
                          variant="default"
                          leftSection={<IconTrash size={14} aria-hidden="true" />}
                          aria-label={t('template.deleteOf', { name: template.name })}
                          onClick={() => setOpened({ what: 'delete', template })}
                        >
                          {t('template.delete')}
                        </Button>
                      )}
                    </div>
                  </li>
                ))}
              </ul>
            )
          }
        </QueryState>
      </Card>
      <Suspense fallback={null}>
        {opened?.what === 'edit' && (
          <TemplateDialog template={opened.template} from={opened.template?.values ?? {}} onClose={close} />
        )}
        {opened?.what === 'send' && (
          <StartDialog
            template={opened.template}
            onClose={close}
            onStarted={(id) => {
              close();
              onStarted(id);
            }}
          />
        )}
      </Suspense>
      <ConfirmDialog
        opened={opened?.what === 'delete'}
        onClose={close}
        title={t('template.deleteTitle', { name: opened?.template?.name ?? '' })}
        confirmLabel={t('template.delete')}
        danger
        onConfirm={async () => {
          if (opened?.template) await remove.mutateAsync(opened.template.id);
        }}
      >
        {t('template.deleteText')}
      </ConfirmDialog>
    </>
  );
}
