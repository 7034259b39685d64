/**
 * The doctor of the image: prints what is configured, reachable and missing, and changes nothing. Exits with 1 when
 * something is missing. With sources, `npm run doctor` does this.
 */
import { examineDeployment } from '../deployment-check.ts';
import { print, runCommand } from '../platform/command.ts';

runCommand(async () => {
  const findings = await examineDeployment(process.env);
  for (const [word, text] of findings) print(`${word.padEnd(9)}${text}`);
  return findings.some(([word]) => word === 'missing') ? 1 : 0;
});
