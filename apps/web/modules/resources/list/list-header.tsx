import { Button } from '@mantine/core';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState, PageHeader } from '../../../ui/index.ts';
import { NoMatch } from '../../../ui/list/no-match.tsx';
import { localized } from '../fields.ts';
import { inSentence } from '../in-sentence.ts';
import linkStyles from '../link-button.module.css';
import { type Loaded, newPath } from '../loaded.ts';
import type { RowRequest } from '../row-actions.tsx';
import { useAct } from '../use-act.ts';
import { useRights } from '../use-rights.ts';

const ImportRows = lazy(() => import('./import-rows.tsx'));

/** The title of a list, with the actions that need no row: those of the resource, import and creation. */
export function ListHeader({
  loaded,
  onRequest,
}: {
  loaded: Loaded;
  onRequest: (request: RowRequest | null) => void;
}) {
  const { t, i18n } = useTranslation('backoffice');
  const { resource, views } = loaded;
  const may = useRights(resource);
  const act = useAct(onRequest);
  const [importing, setImporting] = useState(false);
  const actions = (views.actions ?? []).filter(
    ({ at, right }) => at.includes('list') && (right === undefined || may.has(right)),
  );
  return (
    <>
      <PageHeader
        title={localized(resource.many, i18n.language)}
        tools={
          <>
            {actions.map((action) => (
              <Button
                key={action.id}
                variant="default"
                size="sm"
                leftSection={action.Icon && <action.Icon size={16} stroke={1.8} />}
                onClick={() => act(action, [])}
              >
                {localized(action.label, i18n.language)}
              </Button>
            ))}
            {may.import && (
              <Button
                variant="default"
                size="sm"
                leftSection={<IconFileImport size={16} stroke={1.8} />}
                onClick={() => setImporting(true)}
              >
                {t('import.button')}
              </Button>
            )}
            <CreateButton loaded={loaded} variant="filled" />
          </>
        }
      />
      {importing && (
        <Suspense>
          <ImportRows loaded={loaded} onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  );
}

function CreateButton({ loaded: { resource }, variant }: { loaded: Loaded; variant: 'filled' | 'default' }) {
  const { t, i18n } = useTranslation('backoffice');
  if (!useRights(resource).insert) return null;
  return (
    <Button
      size="sm"
      variant={variant}
      className={linkStyles.button}
      component={Link}
      to={newPath(resource.name)}
      leftSection={<IconPlus size={16} stroke={1.8} />}
    >
      {t('create', { what: inSentence(localized(resource.one, i18n.language)) })}
    </Button>
  );
}

/** In place of rows: none match the filters, or there are none yet. */
export function NoRows({
  loaded,
  narrowed,
  onClear,
}: {
  loaded: Loaded;
  narrowed: boolean;
  onClear: () => void;
}) {
  const { t, i18n } = useTranslation('backoffice');
  const { resource } = loaded;
  const may = useRights(resource);
  const many = inSentence(localized(resource.many, i18n.language));
  if (narrowed)
    return (
      <NoMatch
        title={t('noMatch', { what: many })}
        text={t('noMatchText')}
        clear={t('filter.reset')}
        onClear={onClear}
      />
    );
  return (
    <EmptyState
      title={t('empty', { what: many })}
      text={t(may.insert ? (may.import ? 'emptyCreateOrImport' : 'emptyCreate') : 'emptyText', {
        what: inSentence(localized(resource.one, i18n.language)),
      })}
      action={may.insert && <CreateButton loaded={loaded} variant="default" />}
    />
  );
}
