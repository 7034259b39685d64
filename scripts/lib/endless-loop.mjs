// Uses one core until its parent process ends (scripts/busy.mjs).
process.on('disconnect', () => process.exit());

function spin() {
  const until = Date.now() + 100;
  while (Date.now() < until);
  setImmediate(spin);
}
spin();
