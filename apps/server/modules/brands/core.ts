import type { Services } from '../../platform/services.ts';
import type { FilesModule } from '../files/index.ts';
import type { BrandsByHost } from './brands-by-host.ts';

/** What the verbs of this module share. */
export interface Core {
  services: Services;
  files: Pick<FilesModule, 'smallPicture'>;
  byHost: BrandsByHost;
}
