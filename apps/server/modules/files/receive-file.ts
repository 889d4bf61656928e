import { FILE_LIMIT_BYTES } from '@voltloop/contract';
import type { FastifyRequest } from 'fastify';
import { AppError, fieldError } from '../../platform/errors.ts';

/** What the other parts of the body and the boundaries may take beside the file. */
const SLACK_BYTES = 64 * 1024;

/** The one file of a multipart request, whole. @throws wrongType, validation, tooLarge */
export async function receiveFile(request: FastifyRequest): Promise<{ name: string; content: Buffer }> {
  if (!request.isMultipart()) throw new AppError('wrongType');
  // A length that is told needs no reading.
  if (Number(request.headers['content-length']) > FILE_LIMIT_BYTES + SLACK_BYTES)
    throw new AppError('tooLarge');
  const part = await request.file({ limits: { fileSize: FILE_LIMIT_BYTES, files: 1, parts: 20 } });
  if (part?.fieldname !== 'file')
    throw fieldError('file', 'validation.invalid_type', 'The field file is missing');
  const chunks: Buffer[] = [];
  for await (const chunk of part.file) chunks.push(chunk as Buffer);
  if (part.file.truncated) throw new AppError('tooLarge');
  return { name: part.filename, content: Buffer.concat(chunks) };
}
