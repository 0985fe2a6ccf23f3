/** A child process that migrates at the same time and prints the files it applied. */
import { migrate } from './migrate.ts';

const [connectionString = '', folder = ''] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await migrate({ connectionString }, folder)));
