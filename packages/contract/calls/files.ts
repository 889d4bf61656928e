import { z } from 'zod';
import { route } from '../route.ts';

/** Exclusive size limit of an image, PNG and JPEG (interpretation A01). */
export const IMAGE_LIMIT_BYTES = 2 * 1024 * 1024;
/** Size limit of any other file, bytes. */
export const FILE_LIMIT_BYTES = 10 * 1024 * 1024;

export const uploadFile = route({
  name: 'uploadFile',
  summary:
    'Upload one file as multipart/form-data, field `file`: a PNG or JPEG image below 2 MiB, or a PDF, text, Office or ZIP file of at most 10 MiB. Returns its address.',
  method: 'POST',
  path: '/common/uploadFile',
  access: 'session',
  /** The address of the file, `/files/<id>`. */
  reply: z.string().min(1),
});

export const discardFile = route({
  name: 'discardFile',
  summary:
    'Remove an own upload that is not attached to anything; such uploads are removed automatically after a day.',
  method: 'DELETE',
  path: '/files/:id',
  access: 'session',
});

export const readFile = route({
  name: 'readFile',
  summary: 'Read an uploaded file of the caller’s tenant.',
  method: 'GET',
  path: '/files/:id',
  access: 'session',
});
