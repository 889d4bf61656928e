import { useQueryClient } from '@tanstack/react-query';
import type { Values } from '@voltloop/resource-kit';
import { useContext, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useFinishTab } from '../../context/tab-context.ts';
import { ConfirmDialog, PageHeader, PageKey, useHasUnsaved } from '../../ui/index.ts';
import { BackLink } from '../../ui/page/back-link.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { callResource } from './call-resource.ts';
import { localized } from './fields.ts';
import styles from './form/form.module.css';
import { insertBody } from './form/form-values.ts';
import { RecordForm } from './form/record-form.tsx';
import { inSentence } from './in-sentence.ts';
import { listPath, newPath, rowPath, useLoadedPage } from './loaded.ts';
import { linesIn, valuesIn } from './new-link.ts';
import { rowsChanged } from './queries.ts';

/** Creates a row of a resource; the URL may contain initial values and lines (`newLink`). */
export default function NewPage() {
  const { t, i18n } = useTranslation('backoffice');
  const loaded = useLoadedPage();
  const { resource, calls, views } = loaded;
  const client = useQueryClient();
  const navigate = useNavigate();
  const finish = useFinishTab();
  const { address, question } = useAddress(resource.name);
  const given = useMemo(() => valuesIn(resource, address.search), [resource, address]);
  const lines = linesIn(address.hash);
  const brought = lines && views.lineSource?.(lines);
  const title = t('create', { what: inSentence(localized(resource.one, i18n.language)) });
  const submit = async (values: Values) => {
    // Read before the insert: if reading fails, nothing has been created.
    const bring = await brought?.read();
    const row = await callResource(calls, 'insert', insertBody(resource, values));
    bring?.(row);
    views.onCreated?.(row);
    void rowsChanged(client);
    toast.success({
      ns: 'backoffice',
      key: 'form.created',
      values: { title: String(row[resource.title] ?? localized(resource.one, i18n.language)) },
    });
    const { firstPanel } = views;
    const path = `${rowPath(resource.name, row.id)}${firstPanel ? `?tab=${firstPanel}` : ''}`;
    // The form must clear its unsaved state before its tab closes.
    setTimeout(() => finish(path));
  };
  return (
    <>
      <BackLink to={listPath(resource.name)}>{localized(resource.many, i18n.language)}</BackLink>
      <PageHeader title={title} />
      {brought && (
        <p role="status" className={styles.brought}>
          {localized(brought.words, i18n.language)}
        </p>
      )}
      <RecordForm
        key={address.search + address.hash}
        loaded={loaded}
        row={null}
        given={given}
        label={title}
        submitLabel={t('form.create')}
        onSubmit={submit}
        onCancel={() => navigate(listPath(resource.name))}
      />
      {question}
    </>
  );
}

/**
 * The URL that the form was filled in from. If another one arrives while the form has unsaved entries, the user
 * chooses which to keep; the plain URL never discards entries.
 */
function useAddress(name: string) {
  const { t } = useTranslation('backoffice');
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const unsaved = useHasUnsaved(useContext(PageKey));
  const [address, setAddress] = useState({ search, hash });
  const differs = search !== address.search || hash !== address.hash;
  if (differs && !unsaved) setAddress({ search, hash });
  const question = (
    <ConfirmDialog
      opened={differs && unsaved && search + hash !== ''}
      onClose={() => void navigate(newPath(name) + address.search + address.hash, { replace: true })}
      onConfirm={() => setAddress({ search, hash })}
      title={t('form.replaceTitle')}
      confirmLabel={t('form.replace')}
      danger
    >
      {t('form.replaceText')}
    </ConfirmDialog>
  );
  return { address, question };
}
