// Keeps one processor busy until the process that has started it ends (scripts/busy.mjs).
process.on('disconnect', () => process.exit());

function spin() {
  const until = Date.now() + 100;
  while (Date.now() < until);
  setImmediate(spin);
}
spin();
