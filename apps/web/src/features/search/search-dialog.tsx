import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SearchPanel } from './search-panel.tsx';

/** The search in a dialog over the current page. */
export function SearchDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const [text, setText] = useState('');
  return (
    <Dialog title="Search" className="search-dialog" onClose={onClose}>
      <SearchPanel email={email} text={text} onText={setText} onOpen={onClose} />
      {/* After the field in the document, so that the field gets the focus; shown above it. */}
      <button type="button" className="btn btn-link search-close" onClick={onClose}>
        <Icon name="close" /> Close
      </button>
    </Dialog>
  );
}
