import { useQueryClient } from '@tanstack/react-query';
import type { Values } from '@voltloop/resource-kit';
import { PageHeader } from '@voltloop/ui';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../api/call.ts';
import { useFinishTab } from '../../context/tab-context.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { toast } from '../../parts/toast.ts';
import { say } from './fields.ts';
import { insertBody } from './form/form-values.ts';
import { RecordForm } from './form/record-form.tsx';
import { inSentence } from './in-sentence.ts';
import { listPath, rowPath, useLoaded } from './loaded.ts';
import { rowsChanged } from './queries.ts';
import type { Row } from './views.ts';

/** Makes a row of an entity. */
export default function NewPage() {
  const { t, i18n } = useTranslation('backoffice');
  const loaded = useLoaded();
  const { resource, calls, views } = loaded;
  const client = useQueryClient();
  const navigate = useNavigate();
  const finish = useFinishTab();
  const title = t('create', { what: inSentence(say(resource.one, i18n.language)) });
  const submit = async (values: Values) => {
    const row = (await call(calls.insert, { body: insertBody(resource, values) })) as unknown as Row;
    void rowsChanged(client);
    toast.success({
      ns: 'backoffice',
      key: 'form.created',
      values: { title: String(row[resource.title] ?? say(resource.one, i18n.language)) },
    });
    const { firstPanel } = views;
    const path = `${rowPath(resource.name, row.id)}${firstPanel ? `?tab=${firstPanel}` : ''}`;
    // The form notes that it has nothing unsaved any more before its tab goes.
    setTimeout(() => finish(path));
  };
  return (
    <>
      <BackLink to={listPath(resource.name)}>{say(resource.many, i18n.language)}</BackLink>
      <PageHeader title={title} />
      <RecordForm
        loaded={loaded}
        row={null}
        label={title}
        submitLabel={t('form.create')}
        onSubmit={submit}
        onCancel={() => navigate(listPath(resource.name))}
      />
    </>
  );
}
