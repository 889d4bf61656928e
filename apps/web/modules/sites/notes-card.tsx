import { ActionIcon, Button, Group, Textarea } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  addSiteNote,
  deleteSiteNote,
  MAX_NOTE_PHOTOS,
  type SiteDetail,
  type SiteNote,
} from '@voltloop/contract/calls/sites.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { failureOf } from '../../api/query-failure.ts';
import { useAccount } from '../../context/use-account.ts';
import {
  Card,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  SkeletonRows,
  useFormat,
  useUnsaved,
} from '../../ui/index.ts';
import { useMutation } from '../../ui/query/use-mutation.ts';
import { Pager } from '../../ui/table/pager.tsx';
import { ImageUploader } from '../../ui/widgets/image-uploader.tsx';
import { NotePhotos } from './note-photos.tsx';
import { notesOf } from './queries.ts';
import styles from './sites.module.css';

/** Notes on a site, with photos, newest first. */
export function NotesCard({ site }: { site: SiteDetail }) {
  const { t } = useTranslation('sites');
  const { date } = useFormat();
  const { tenantId } = useAccount();
  const client = useQueryClient();
  const [page, setPage] = useState(1);
  const [deleting, setDeleting] = useState<SiteNote | null>(null);
  const notes = useQuery(notesOf(tenantId, site.id, page));
  const failure = failureOf(notes);
  const invalidate = () => client.invalidateQueries({ queryKey: ['sites', 'notes', site.id] });
  const total = notes.data?.total ?? 0;
  return (
    <Card title={t('notes.title')}>
      <NewNote site={site} onSaved={invalidate} />
      {failure ? (
        <ErrorState compact error={failure} onRetry={() => void notes.refetch()} />
      ) : !notes.data ? (
        <SkeletonRows rows={3} />
      ) : total === 0 ? (
        <EmptyState compact title={t('notes.none')} text={t('notes.noneText')} />
      ) : (
        <ul className={styles.notes}>
          {notes.data.list.map((note) => (
            <li key={note.id} className={styles.note}>
              <div className={styles.noteHead}>
                <strong>{note.author}</strong>
                <span>{date(note.created_at, 'dateTime', site.time_zone)}</span>
                {note.may_delete && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={28}
                    aria-label={t('notes.deleteOf', { author: note.author })}
                    onClick={() => setDeleting(note)}
                  >
                    <IconTrash size={16} stroke={1.8} />
                  </ActionIcon>
                )}
              </div>
              {note.text && <p>{note.text}</p>}
              <NotePhotos photos={note.photos} />
            </li>
          ))}
        </ul>
      )}
      {total > 10 && (
        <Pager
          page={page}
          size={10}
          total={total}
          onChange={(next) => setPage(next.page)}
          autoScroll={false}
        />
      )}
      <ConfirmDialog
        opened={deleting !== null}
        onClose={() => setDeleting(null)}
        title={t('notes.deleteTitle')}
        confirmLabel={t('notes.delete')}
        danger
        onConfirm={async () => {
          if (!deleting) return;
          await call(deleteSiteNote, { params: { tenantId, id: site.id, noteId: deleting.id } });
          await invalidate();
        }}
      >
        {deleting?.text}
      </ConfirmDialog>
    </Card>
  );
}

function NewNote({ site, onSaved }: { site: SiteDetail; onSaved: () => Promise<void> }) {
  const { t } = useTranslation('sites');
  const { tenantId } = useAccount();
  const [text, setText] = useState('');
  const [photos, setPhotos] = useState<string[]>([]);
  const save = useMutation({
    mutationFn: () => call(addSiteNote, { params: { tenantId, id: site.id }, body: { text, photos } }),
    onSuccess: () => {
      setText('');
      setPhotos([]);
      return onSaved();
    },
  });
  useUnsaved(text.trim() !== '' || photos.length > 0, async () => {
    await save.mutateAsync();
    return true;
  });
  return (
    <form
      className={styles.panel}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Textarea
        label={t('notes.text')}
        value={text}
        maxLength={2000}
        autosize
        minRows={2}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ImageUploader label={t('notes.photos')} value={photos} onChange={setPhotos} limit={MAX_NOTE_PHOTOS} />
      <Group justify="flex-end">
        <Button
          type="submit"
          size="xs"
          variant="default"
          loading={save.isPending}
          disabled={text.trim() === '' && photos.length === 0}
        >
          {t('notes.save')}
        </Button>
      </Group>
    </form>
  );
}
