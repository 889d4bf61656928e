import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Values } from '@voltloop/resource-kit';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { ApiError, isRefused } from '../../api/errors.ts';
import { useFinishTab, useTabTitle } from '../../context/tab-context.ts';
import { InWords, NoPermission, PageHeader } from '../../ui/index.ts';
import { BackLink } from '../../ui/page/back-link.tsx';
import { QueryPlaceholder } from '../../ui/states/query-state.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { callResource } from './call-resource.ts';
import { ConflictDialog, type ConflictOf } from './conflict/conflict-dialog.tsx';
import { localized } from './fields.ts';
import { changesBody, formValues, hiddenFields } from './form/form-values.ts';
import { RecordForm } from './form/record-form.tsx';
import { inSentence } from './in-sentence.ts';
import { type LoadedPage, rowPath, useLoadedPage } from './loaded.ts';
import { oneRow, rowsChanged } from './queries.ts';
import { RowGone } from './row-gone.tsx';
import { useRights } from './use-rights.ts';
import type { Row } from './views.ts';

/** Edits a row of a resource; `field` in the URL gets the focus. */
export default function EditPage() {
  const { id = '' } = useParams();
  const { t, i18n } = useTranslation('backoffice');
  const loaded = useLoadedPage();
  const { resource } = loaded;
  // Read once per opening: a background refetch must not replace the form while the user types.
  const found = useQuery({
    ...oneRow(loaded, id),
    queryKey: ['row-edit', resource.name, id],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const what = localized(resource.one, i18n.language);
  const title = String(found.data?.[resource.title] ?? '');
  useTabTitle(title ? t('form.editing', { title }) : undefined);
  if (found.error instanceof ApiError && found.error.status === 404) return <RowGone loaded={loaded} />;
  if (isRefused(found.error)) return <NoPermission />;
  return (
    <>
      <BackLink to={rowPath(resource.name, id)}>{title || what}</BackLink>
      <PageHeader title={t('form.edit', { what: inSentence(what) })} description={title} />
      {found.data ? (
        <EditForm key={id} loaded={loaded} row={found.data} />
      ) : (
        <QueryPlaceholder of={found} rows={8} compact={false} />
      )}
    </>
  );
}

function EditForm({ loaded, row }: { loaded: LoadedPage; row: Row }) {
  const { t, i18n } = useTranslation('backoffice');
  const { resource, calls } = loaded;
  const client = useQueryClient();
  const navigate = useNavigate();
  const finish = useFinishTab();
  const [given] = useSearchParams();
  const may = useRights(resource);
  const hidden = useMemo(() => hiddenFields(resource, row, may.personal), [resource, row, may.personal]);
  const [conflict, setConflict] = useState<ConflictOf | null>(null);
  const blank = useMemo(() => Object.fromEntries(hidden.map((name) => [name, ''])), [hidden]);
  /** The base of the change summary: the row as loaded, or as another user has saved it since. */
  const base = useRef(row);
  const valuesOf = (of: Row): Values => ({ ...formValues(resource, of), ...blank });

  /** Lets the user merge both changes; null if the dialog was closed. */
  const resolveConflict = (theirs: Row, mine: Values) =>
    new Promise<Values | null>((resolve) =>
      setConflict({
        before: valuesOf(base.current),
        theirs: valuesOf(theirs),
        mine,
        titles: { ...base.current.titles, ...theirs.titles },
        answer: (merged) => {
          setConflict(null);
          resolve(merged);
        },
      }),
    );

  const save = async (values: Values): Promise<Row> => {
    const { id, version } = base.current;
    try {
      return await callResource(calls, 'update', {
        id,
        version,
        ...changesBody(resource, valuesOf(base.current), values),
      });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409 || error.fields.length > 0) throw error;
      const theirs = await client.fetchQuery({ ...oneRow(loaded, id), staleTime: 0 });
      if (theirs.version === version) throw error;
      const merged = await resolveConflict(theirs, values);
      if (!merged) throw new InWords(t('conflict.putOff'));
      base.current = theirs;
      return save(merged);
    }
  };
  const submit = async (values: Values) => {
    let saved: Row;
    try {
      saved = await save(values);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw new InWords(t('gone.title'));
      throw error;
    }
    client.setQueryData(oneRow(loaded, saved.id).queryKey, saved);
    void rowsChanged(client);
    toast.success({
      ns: 'backoffice',
      key: 'form.saved',
      values: { title: String(saved[resource.title] ?? '') },
    });
    // The form must clear its unsaved state before its tab closes.
    setTimeout(() => finish(rowPath(resource.name, saved.id)));
  };
  return (
    <>
      <RecordForm
        loaded={loaded}
        row={row}
        hidden={hidden}
        focused={given.get('field')}
        label={t('form.edit', { what: inSentence(localized(resource.one, i18n.language)) })}
        submitLabel={t('form.save')}
        onSubmit={submit}
        onCancel={() => navigate(rowPath(resource.name, row.id))}
      />
      <ConflictDialog loaded={loaded} conflict={conflict} />
    </>
  );
}
