import ItemFormats
import Storage

extension ItemJSON.Record {
  /// Takes back the removal of attributes that a document would not have shown of the item, so that their absence says nothing.
  ///
  /// An attribute may have the name of such a field, and be somebody's own.
  mutating func keepAttributesThatNoDocumentHas(of item: Item) {
    for (key, value) in draft.attributes where value.isNull {
      let isShown =
        key == MarkdownTask.markKey
        ? MarkdownTask.mark(of: item) != nil : ObsidianFields.shows(key, of: item)
      if !isShown { draft.attributes[key] = nil }
    }
  }
}
