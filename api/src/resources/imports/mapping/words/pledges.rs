//! What headings of files with pledges mean.

use super::Words;
use super::contacts::NUMBER;

/// Words that headings have for fields of pledges.
pub(in super::super) const TABLE: &[Words] = &[
    Words {
        means: "pledge_amount",
        en: "amount pledgeamount pledge installmentamount giftamount",
        de: "betrag zusage zusagebetrag rate ratenbetrag",
        es: "importe cantidad monto cuota compromiso",
        fr: "montant promesse montantdelapromesse",
        pt: "valor montante quota compromisso",
    },
    Words {
        means: "pledge_frequency",
        en: "frequency schedule interval howoften installmentfrequency",
        de: "haufigkeit rhythmus turnus intervall zahlungsweise",
        es: "frecuencia periodicidad",
        fr: "frequence periodicite",
        pt: "frequencia periodicidade",
    },
    Words {
        means: "pledge_start_date",
        en: "start startdate date pledgedate firstpayment begins",
        de: "beginn startdatum datum zusagedatum erstefalligkeit",
        es: "inicio fecha fechadeinicio primervencimiento",
        fr: "debut datededebut premiereecheance",
        pt: "inicio data datadeinicio primeirovencimento",
    },
    Words {
        means: "pledge_end_date",
        en: "end enddate ends lastpayment",
        de: "ende enddatum letztefalligkeit",
        es: "fin fechadefin ultimovencimiento",
        fr: "fin datedefin derniereecheance",
        pt: "fim datadefim ultimovencimento",
    },
    Words {
        means: "pledge_currency",
        en: "currency currencycode",
        de: "wahrung wahrungscode",
        es: "moneda divisa",
        fr: "devise monnaie",
        pt: "moeda divisa",
    },
    Words {
        means: "pledge_status",
        en: "status pledgestatus",
        de: "zusagestatus",
        es: "estadodelcompromiso",
        fr: "statut statutdelapromesse",
        pt: "estadodocompromisso",
    },
    Words {
        means: "pledge_fund",
        en: "fund designation purpose",
        de: "fonds zweck spendenzweck verwendungszweck projekt",
        es: "fondo destino finalidad proyecto",
        fr: "affectation fonds destination projet",
        pt: "fundo destino finalidade projeto projecto",
    },
    Words {
        means: "pledge_notes",
        en: "notes note comments memo",
        de: "notiz notizen bemerkung bemerkungen kommentar",
        es: "nota notas observaciones comentarios",
        fr: "remarque remarques commentaire commentaires",
        pt: "nota notas observacoes comentarios",
    },
    Words {
        means: "pledge_external_id",
        en: "pledgeid externalid pledgenumber",
        de: "zusagenummer zusageid",
        es: "numerodecompromiso",
        fr: "numerodelapromesse",
        pt: "numerodocompromisso",
    },
    NUMBER,
];
